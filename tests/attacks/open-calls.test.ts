import { describe, expect } from 'vitest'
import type { Call } from '#contract/core/call.ts'
import { calls } from '#contract/calls.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest } from '#tests/support/library-test.ts'

/** Public calls without a throttle, each with the reason. */
const unthrottled = new Map<Call, string>([
  [calls.checkHealth, 'reads nothing'],
  [calls.checkLogin, 'reads one row, and renews a session that is there, once a day'],
  [calls.logout, 'deletes the one session that it names'],
  [calls.listPlans, 'reads at most one row'],
  [calls.getSharedPrompt, 'reads one row'],
  [calls.getPage, 'reads nothing'],
])

const throttled = Object.entries<Call>(calls).filter(
  ([, call]) => call.access === 'public' && !unthrottled.has(call),
)

/** More attempts than any throttle per address allows in a row. */
const many = 120

/** Inputs with which the calls reach the throttle. */
const input = (count: number) => ({
  email: `${count}@example.com`,
  password: 'password',
  cpassword: 'password',
  cPassword: 'password',
  token: 'x'.repeat(43),
  code: '000000',
  answer: {
    id: 'x',
    rawId: 'x',
    type: 'public-key',
    response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
  },
})

const [sqlite] = databases
if (sqlite === undefined) throw new Error('There is no database.')

describe('A public call', () => {
  const it = libraryTest(sqlite, { RATE_LIMITS: 'on' })

  it.for(throttled)('is throttled per address: %s', async ([, call], { app }) => {
    const visitor = app.visitor()
    const statuses = new Set<number>()
    for (let count = 0; count < many && !statuses.has(429); count++) {
      const { statusCode } = await visitor.send(call, input(count), {}, { token: 'x'.repeat(43) })
      statuses.add(statusCode)
    }
    expect(statuses).toContain(429)
    if (call.method === 'POST') {
      // Before the body is read, which is not JSON.
      const url = `/api/${call.path.replace(':token', 'x'.repeat(43))}`
      const headers = { 'content-type': 'application/json' }
      const unread = await app.server.inject({ method: 'POST', url, headers, payload: '{' })
      expect(unread.statusCode).toBe(429)
    }
    // Other addresses are not affected.
    const elsewhere = await app.server.inject({
      method: call.method,
      url: `/api/${call.path.replace(':token', 'x'.repeat(43))}`,
      remoteAddress: '192.0.2.1',
      ...(call.method === 'POST' && { payload: input(many) }),
    })
    expect(elsewhere.statusCode).not.toBe(429)
  })
})

describe('A call without a scope of the library', () => {
  const it = libraryTest(sqlite)
  const posts = Object.entries<Call>(calls).filter(
    ([, { access, method }]) =>
      method === 'POST' && ['public', 'session', 'account'].includes(access),
  )

  it('accepts bodies of a few kilobytes, with a passkey 64 kB', async ({ app }) => {
    const ada = await app.signUp()
    const withPasskey = ['passkeys/add', 'sessions/prove', 'sign-in/passkey']
    for (const [name, call] of posts) {
      // The values of many prompts.
      if (call.path === 'my-values/keep-last') continue
      const length = (withPasskey.includes(call.path) ? 64 : 8) * 1024
      const { statusCode } = await ada.send(call, { x: 'x'.repeat(length) }, {}, { token: 'x' })
      expect([name, statusCode]).toEqual([name, 413])
    }
  })

  it('is rejected before its body is read, if it is not allowed', async ({ app }) => {
    for (const call of Object.values<Call>(calls)) {
      if (call.method === 'GET' || call.access === 'public') continue
      const { statusCode } = await app.server.inject({
        method: 'POST',
        url: `/api/${call.path}`,
        headers: { 'content-type': 'application/json' },
        payload: '{',
      })
      expect([call.path, statusCode]).toEqual([call.path, 401])
    }
  })
})
