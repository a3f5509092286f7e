import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import { startCommandLine, type CommandLine } from '#tests/support/clients/command-line.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let line: CommandLine

beforeAll(async () => {
  line = await startCommandLine()
})
afterAll(() => line.stop())

async function ask(userCode: string) {
  return line.call(calls.findDeviceRequest, { userCode })
}

it.concurrent('Logging in is allowed in a browser, and logging out ends it there', async () => {
  const browser = join(line.home, 'bin/browser')
  writeFileSync(browser, `#!/bin/sh\necho "$1" > "${line.home}/opened"\n`, { mode: 0o755 })
  const { origin } = line.server
  const login = line.terminal(`promptshelf login ${origin} --name laptop`, {
    env: { BROWSER: browser },
  })
  await login.sees('Waiting')
  const [code = ''] = /[A-Z]{4}-[A-Z]{4}/.exec(login.shown()) ?? []
  expect(login.shown()).toContain(`${origin}/connect/device`)
  await waitFor(() =>
    expect(readFileSync(join(line.home, 'opened'), 'utf8')).toBe(
      `${origin}/connect/device?user_code=${code}\n`,
    ),
  )
  const request = await ask(code)
  expect(request).toMatchObject({
    kind: 'device',
    isCommandLine: true,
    scopes: ['library:read', 'library:write', 'runs'],
  })
  const folder = await line.call(calls.createFolder, { name: 'Work', color: '4ECDC4' })
  const allowed = ['library:read', 'library:write'] as const
  const { uid } = request
  await line.call(calls.allowConnection, {
    uid,
    scopes: [...allowed],
    folderId: folder.id,
    days: 30,
  })
  const ended = await login.end()
  expect(ended.code).toBe(0)
  expect(ended.shown).toMatch(/Logged in to http[^]*read and change[^]*“Work”/)

  const inside = await line.run(['ls', '--json', '--server', 'laptop'])
  expect(inside.code).toBe(0)
  const whoAmI = await line.run(['whoami', '--json', '--server', 'laptop'])
  expect(JSON.parse(whoAmI.out)).toMatchObject({ token: { scopes: allowed } })
  const { apps } = await line.call(calls.listApps, {})
  const name = hostname()
  expect(apps).toMatchObject([{ isCommandLine: true, name, folder: { name: 'Work' } }])
  expect(await line.run(['logout', 'laptop'])).toMatchObject({
    code: 0,
    err: 'Logged out of laptop.\n',
  })
  expect((await line.call(calls.listApps, {})).apps).toEqual([])
})

it.concurrent('A refused login leaves the user logged out', async () => {
  const env = { XDG_CONFIG_HOME: join(line.home, 'refused') }
  const login = line.terminal(`promptshelf login ${line.server.origin}`, { env })
  await login.sees('Waiting')
  const { uid } = await ask(/[A-Z]{4}-[A-Z]{4}/.exec(login.shown())?.[0] ?? '')
  await line.call(calls.refuseConnection, { uid })
  const { code, shown } = await login.end()
  expect([code, shown]).toEqual([1, expect.stringContaining('The request was denied')])
  expect(await line.run(['whoami'], { env })).toMatchObject({ code: 3 })
})

it('An old server without this login causes another message than one that cannot be reached', async () => {
  const old = createServer(({ url }, response) => {
    if (url === '/api/health') response.end('{"status":"success"}')
    else response.writeHead(404).end('{}')
  })
  await once(old.listen(0, '127.0.0.1'), 'listening')
  const address = `127.0.0.1:${(old.address() as AddressInfo).port}`
  const login = await line.run(['login', address])
  expect(login).toMatchObject({ code: 1, err: expect.stringContaining('--with-token') })
  old.close()
  old.closeAllConnections()
  const { err } = await line.run(['login', address])
  expect(err).toContain('(ECONNREFUSED)')
})
