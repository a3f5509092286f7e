import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '#tests/support/databases.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import {
  startStripeDouble,
  type SignedEvent,
  type StripeDouble,
} from '#tests/support/servers/stripe-double.ts'

const buyers = Array.from({ length: 12 }, (_, index) => `buyer${index}@example.com`)
const password = 'correct horse battery'

let stripe: StripeDouble
beforeAll(async () => {
  stripe = await startStripeDouble()
})
afterAll(() => stripe.stop())

describe.each(databases)('A server that is killed on $name', (database) => {
  test('between a payment event and its answer neither loses nor repeats it', async () => {
    const { location, drop } = await database.make()
    const directory = makeScratchDirectory('killed')
    const environment = {
      ...stripe.environment,
      DATA_DIR: directory,
      LOG_LEVEL: 'silent',
      ...(location.kind === 'postgres' && { DATABASE_URL: location.url }),
    }
    let server = await startServer(environment)
    // The metadata contain the site's origin, which must survive the restart.
    const address = { PORT: new URL(server.origin).port, BASE_URL: server.origin }
    const paid = new Map<string, SignedEvent>()
    const callers: Caller[] = []
    for (const email of buyers) {
      const buyer = await signUp(server, email)
      callers.push(buyer)
      const { link } = await buyer('payment/checkout', { id: 'plus-monthly', type: 'monthly' })
      paid.set(email, stripe.pay(String(link)).paid)
    }

    const answered: string[] = []
    const firstAnswer = Promise.withResolvers<void>()
    const all = Promise.all(
      [...paid].map(async ([email, event]) => {
        if ((await deliver(server, event).catch(() => 0)) !== 200) return
        answered.push(email)
        firstAnswer.resolve()
      }),
    )
    await firstAnswer.promise
    await server.stop('SIGKILL')
    await all
    server = await startServer({ ...environment, ...address })

    expect(answered.length).toBeGreaterThan(0)
    for (const [index, buyer] of callers.entries()) {
      if (answered.includes(buyers[index] ?? '')) expect(await creditsOf(buyer)).toBe(320)
    }
    for (const event of paid.values()) expect(await deliver(server, event)).toBe(200)
    for (const buyer of callers) expect(await creditsOf(buyer)).toBe(320)
    await server.stop()
    await drop()
    rmSync(directory, { recursive: true, force: true })
  })
})

type Caller = (path: string, body?: object) => Promise<Record<string, unknown>>

async function signUp(server: ServerProcess, email: string): Promise<Caller> {
  const visitor = callerOf(server, '')
  await visitor('register', { email, password, cpassword: password })
  const response = await post(server, 'login', '', { email, password })
  expect(response.status).toBe(200)
  return callerOf(server, response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '')
}

async function creditsOf(buyer: Caller): Promise<unknown> {
  const { credits } = await buyer('login-checker')
  return (credits as { credits: unknown }).credits
}

function callerOf(server: ServerProcess, cookie: string): Caller {
  return async (path, body) => {
    const response = body
      ? await post(server, path, cookie, body)
      : await fetch(`${server.origin}/api/${path}`, { headers: { cookie } })
    expect([path, response.status]).toEqual([path, 200])
    return response.json() as Promise<Record<string, unknown>>
  }
}

function post(server: ServerProcess, path: string, cookie: string, body: object) {
  return fetch(`${server.origin}/api/${path}`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

async function deliver(server: ServerProcess, event: SignedEvent): Promise<number> {
  const response = await fetch(`${server.origin}/api/payment/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': event.signature },
    body: event.payload,
  })
  return response.status
}
