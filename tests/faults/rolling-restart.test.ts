import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { databases } from '#tests/support/databases.ts'
import { runHaproxy } from '#tests/support/servers/haproxy.ts'
import { findFreePort, startServer } from '#tests/support/server-process.ts'
import { report, times } from './support/fault-length.ts'
import { siteUser } from '#tests/support/clients/site-user.ts'

/** Longer than HAProxy tries the same server again. */
const awayMs = times(4_000, 10_000)

test('A rolling restart behind HAProxy, as documented, rejects no request', async () => {
  const database = await databases.find(({ name }) => name === 'PostgreSQL')?.make()
  if (database?.location.kind !== 'postgres') throw new Error('There is no PostgreSQL.')
  onTestFinished(database.drop)
  const { url } = database.location
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const statsPort = await findFreePort()
  const ports = [String(await findFreePort()), String(await findFreePort())]
  const start = (own: string) =>
    startServer({ PORT: own, BASE_URL: origin, DATABASE_URL: url }, { hasPromptLimit: false })
  const servers = await Promise.all(ports.map(start))
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.stop()))))
  const proxy = await runHaproxy(
    port,
    // The section `backend instances` of docs/scaling.md.
    `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
frontend site
  bind 127.0.0.1:${port}
  default_backend instances
backend instances
  balance roundrobin
  option redispatch 1
  retries 3
  option httpchk GET /api/health
${ports.map((own) => `  server on${own} 127.0.0.1:${own} check`).join('\n')}
frontend stats
  bind 127.0.0.1:${statsPort}
  stats enable
  stats uri /
`,
  )
  onTestFinished(proxy.stop)
  const isUp = async (own: string) => {
    const answer = await fetch(`http://127.0.0.1:${statsPort}/;csv`)
    return new RegExp(`^instances,on${own},.*,UP,`, 'm').test(await answer.text())
  }

  // Each client pauses while a server is down: only its stop and its return need full load.
  const restart = { isOver: false, pauseMs: 0 }
  const statuses: number[] = []
  const clients = ['ada', 'bob', 'cyd', 'dan'].map(async (name) => {
    const user = siteUser(origin, `${name}@example.com`)
    await user.signUp()
    for (let n = 0; !restart.isOver; n++) {
      const prompt = { name: `Prompt ${n}`, color: 'f1f5f9', prompt: 'x' }
      statuses.push((await asBrowser(() => user.call(calls.createPrompt, prompt))).status)
      statuses.push((await asBrowser(() => user.call(calls.listFolders, {}))).status)
      await delay(restart.pauseMs)
    }
    const names = await user.ask(calls.listPromptNames, {})
    return names.prompts.length
  })
  await expect.poll(() => statuses.length).toBeGreaterThan(50)
  for (const [index, own] of ports.entries()) {
    await servers[index]?.stop()
    restart.pauseMs = 50
    await delay(awayMs)
    servers[index] = await start(own)
    // The next one has to wait until the proxy sends requests to this one again.
    await expect.poll(() => isUp(own)).toBe(true)
    restart.pauseMs = 0
    const before = statuses.length
    await expect.poll(() => statuses.length).toBeGreaterThan(before + 50)
  }
  restart.isOver = true
  const made = (await Promise.all(clients)).reduce((sum, each) => sum + each, 0)
  report(`Two instances away for ${awayMs} ms each: ${statuses.length} answers, all 200`)
  expect(new Set(statuses)).toEqual(new Set([200]))
  // None was executed twice.
  expect(made).toBe(statuses.length / 2)
})

/**
 * Resends a request if its connection is closed without an answer, as browsers do. HAProxy closes it if the server
 * closed an idle connection at the very moment of its use.
 */
async function asBrowser<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  return send().catch((error: unknown) => {
    const { cause } = error as { cause?: { code?: string } }
    if (cause?.code !== 'UND_ERR_SOCKET') throw error
    return send()
  })
}
