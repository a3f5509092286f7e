import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { root } from '#scripts/prepare.mjs'
import { startMailServer } from '#tests/support/servers/mail-server.ts'
import { makeCheckout } from '#tests/support/make-checkout.ts'
import { openGuide } from '#tests/support/open-guide.ts'
import { findFreePort, startServer } from '#tests/support/server-process.ts'
import { siteClient } from '#tests/support/site-client.ts'

const account = { email: 'ada@example.com', password: 'a quiet library' }
const registration = { ...account, cpassword: account.password }

test('A server is started as documented in README.md', async () => {
  const { checkout, env, origin, waitForServer } = await makeCheckout()
  const mail = await startMailServer()
  onTestFinished(() => mail.stop())
  const guide = openGuide('README.md', {
    cwd: checkout,
    env,
    placeholders: {
      '/var/lib/promptshelf': join(checkout, 'lib'),
      'smtp://user:password@mail.example.com:587': mail.environment.SMTP_URL,
    },
  })

  const landingPages: string[] = []
  await guide.type({
    whileServing: async () => {
      await waitForServer()
      landingPages.push(await (await fetch(`${origin}/`)).text())
      expect(existsSync(join(checkout, 'data/promptshelf.sqlite'))).toBe(true)
    },
  })
  const [withoutPlans, withPlans] = landingPages
  expect(withoutPlans).not.toContain('id="pricing"')
  expect(withPlans).toContain('id="pricing"')
  await expect(fetch(origin)).rejects.toThrow('fetch failed')

  // The proxy reports that the browser used https.
  await guide.type({
    whileServing: async () => {
      await waitForServer()
      const { status } = await fetch(`${origin}/api/${calls.register.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-proto': 'https' },
        body: JSON.stringify(registration),
      })
      expect(status).toBe(200)
      const { link, parsed } = await mail.waitForMail(account.email)
      expect(link).toMatch(/^https:\/\/prompts\.example\.com\//)
      expect(parsed.from).toMatchObject({ name: 'Promptshelf', address: 'shelf@example.com' })
      expect(existsSync(join(checkout, 'lib/promptshelf.sqlite'))).toBe(true)
    },
  })
})

test('Metrics are served as documented in docs/operate/monitoring.md, each one listed there', async () => {
  const { checkout, env, waitForServer } = await makeCheckout()
  const port = String(await findFreePort())
  const guide = openGuide('docs/operate/monitoring.md', {
    cwd: checkout,
    env: { ...env, BACKUP_EVERY: '24h' },
    placeholders: { 9464: port },
  })
  const document = readFileSync(join(root, 'docs/operate/monitoring.md'), 'utf8')
  await guide.type({
    whileServing: async () => {
      await waitForServer()
      const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
      for (const [, name] of document.matchAll(/`((?:promptshelf|process)_\w+)/g)) {
        expect(metrics).toContain(name)
      }
    },
  })
})

test('The commands of docs/operate/admin.md work', async () => {
  const { checkout, env } = await makeCheckout()
  const server = await startServer()
  onTestFinished(() => server.stop().then(() => {}))
  await siteClient(server.origin).call(calls.register, registration)
  const guide = openGuide('docs/operate/admin.md', {
    cwd: checkout,
    env: { ...env, DATA_DIR: server.directory },
  })
  const printed = await guide.type()
  const [, json = ''] = /^(\{[^]*?^\}|\{.*\})$/m.exec(printed) ?? []
  expect(JSON.parse(json)).toMatchObject({ email: account.email })
  expect(printed.match(/ada@example\.com/g)?.length).toBeGreaterThan(1)
  expect(printed).toContain('user disable USER')
})
