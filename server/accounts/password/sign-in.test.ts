import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { databases } from '#tests/support/databases.ts'
import { hashAtFullCost, libraryTest, type TestApp } from '#tests/support/library-test.ts'
import { mailedToken } from '#tests/support/mailed-links.ts'

const email = 'ada@example.com'
const password = 'correct horse'
const wrong = [400, 'password_wrong']

describe.each(databases)('Logging in on $name', (database) => {
  const it = libraryTest(database)

  it('takes as much CPU time for an unknown address, or an account without a password', async ({
    app,
  }) => {
    hashAtFullCost()
    await app.visitor().register(email, password)
    await app.visitor().register('google@example.com', password)
    await app.db
      .updateTable('users')
      .set({ password_hash: null })
      .where('email', '=', 'google@example.com')
      .execute()
    // Warm-up: the first one also loads and compiles code.
    await workOfFailing(app, email)
    const work = await workOfFailing(app, email)
    for (const address of ['nobody@example.com', 'google@example.com']) {
      expect((await workOfFailing(app, address)) / work, address).toBeGreaterThan(0.5)
    }
  })

  it('refuses the previous password while a new one is being set', async ({ app }) => {
    hashAtFullCost()
    const ada = await app.signUp(email, password)
    await ada.call(calls.sendResetLink, { email })
    const token = await mailedToken(app, 'reset')
    const others = (count: number) =>
      Array.from({ length: count }, () =>
        app.visitor().failure(calls.login, { email: 'nobody@example.com', password }),
      )
    // Passwords are hashed in turn. The previous one is looked up while the new one waits, and its hash completes right
    // after the new one has been stored.
    const intruder = app.visitor()
    const chosen = { password: 'battery staple', cPassword: 'battery staple' }
    const before = others(12)
    const reset = app.visitor().call(calls.resetPassword, chosen, { token })
    const between = others(12)
    await intruder.send(calls.login, { email, password })
    await Promise.all([...before, reset, ...between])
    expect(await intruder.call(calls.checkLogin, {})).toMatchObject({ isLoggedIn: false })
    await app.visitor().signIn(email, chosen.password)
  })
})

describe('Logging in', () => {
  const [sqlite] = databases
  if (sqlite === undefined) throw new Error('There is no database.')
  const it = libraryTest(sqlite)

  it('is refused immediately while hundreds are waiting, and possible afterwards', async ({
    app,
  }) => {
    for (const dear of dearOnes) await app.visitor().register(dear, password)
    await app.db.updateTable('users').set({ password_hash: dearHash }).execute()
    await app.visitor().register(email, password)
    await app.db
      .updateTable('users')
      .set({ password_hash: cheapHash })
      .where('email', '=', email)
      .execute()
    // As many as are hashed concurrently; all others wait.
    const emails = [...dearOnes, ...Array.from({ length: 300 }, () => email)]
    const answers = await Promise.all(
      emails.map((one) => app.visitor().failure(calls.login, { email: one, password: 'wrong' })),
    )
    const codes = answers.map(([, code]) => code)
    expect(codes.slice(0, dearOnes.length)).toEqual(dearOnes.map(() => 'password_wrong'))
    expect(new Set(codes)).toEqual(new Set(['password_wrong', 'unavailable']))
    expect(await app.visitor().failure(calls.login, { email, password: 'wrong' })).toEqual(wrong)
  })
})

const dearOnes = ['dear@example.com', 'dearer@example.com']
/** Hashes that no password matches. Each is compared with its own parameters. */
const [dearHash, cheapHash] = ['m=19456,t=60', 'm=8,t=1'].map(
  (cost) => `$argon2id$v=19$${cost},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`,
)

/** The CPU time of a failing login, in microseconds. */
async function workOfFailing(app: TestApp, address: string): Promise<number> {
  const works: number[] = []
  for (let time = 0; time < 5; time++) {
    const before = process.cpuUsage()
    const answer = await app.visitor().failure(calls.login, { email: address, password: 'wrong' })
    const { user, system } = process.cpuUsage(before)
    expect(answer).toEqual(wrong)
    works.push(user + system)
  }
  // Everything else in the process only adds to it.
  return Math.min(...works)
}
