import { describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { databases } from '#tests/support/databases.ts'
import { makeTestApp } from '#tests/support/library-test.ts'
import { startMailServer } from '#tests/support/servers/mail-server.ts'

const minute = 60_000
const day = 24 * 60 * minute
const password = 'correct horse'

describe.each(databases)('A clock that jumps by a day on $name', (database) => {
  test.each([
    ['ahead and back', [day, -day]],
    ['back and ahead', [-day, day]],
  ])('%s keeps users signed in and working', async (_name, jumps) => {
    const app = await makeTestApp(database)
    onTestFinished(app.close)
    const ada = await app.signUp()
    for (const jump of jumps) {
      app.clock.now += jump
      expect(await ada.call(calls.checkLogin, {})).toMatchObject({ isLoggedIn: true })
      const promptId = await ada.makePrompt(`After a jump of ${jump}`)
      await ada.call(calls.updatePrompt, { promptId, name: 'New', color: 'f1f5f9', prompt: 'x' })
      await ada.call(calls.getProfile, {})
      await app.doDuePaymentWork()
      const other = app.visitor()
      await other.signIn('ada@example.com', password)
    }
    expect((await ada.call(calls.listPrompts, {})).prompts).toHaveLength(2)
  })

  test('makes no session immortal', async () => {
    const app = await makeTestApp(database)
    onTestFinished(app.close)
    const ada = await app.signUp()
    app.clock.now += 300 * day
    await ada.signIn('ada@example.com', password)
    app.clock.now -= 300 * day
    // Using it resets its time to the present.
    expect(await ada.call(calls.checkLogin, {})).toMatchObject({ isLoggedIn: true })
    app.clock.now += 31 * day
    expect(await ada.call(calls.checkLogin, {})).toMatchObject({ isLoggedIn: false })
  })

  test('does not lock out a user who made too many attempts while it was ahead', async () => {
    const app = await makeTestApp(database, { environment: { RATE_LIMITS: 'on' } })
    onTestFinished(app.close)
    const ada = await app.signUp()
    const failSignIn = () =>
      ada.send(calls.login, { email: 'ada@example.com', password: 'wrong one' })
    app.clock.now += day
    for (let attempt = 0; attempt < 10; attempt++) await failSignIn()
    expect((await failSignIn()).statusCode).toBe(429)
    app.clock.now -= day
    await ada.signIn('ada@example.com', password)
    // Counting continues from there.
    for (let attempt = 0; attempt < 10; attempt++) await failSignIn()
    expect((await failSignIn()).statusCode).toBe(429)
  })

  test('delays no mail whose retry was scheduled while it was ahead', async () => {
    const mailServer = await startMailServer()
    onTestFinished(mailServer.stop)
    const app = await makeTestApp(database, { environment: mailServer.environment })
    onTestFinished(app.close)
    mailServer.mood = 'refuses'
    app.clock.now += day
    await app.visitor().register('ada@example.com', password)
    // The retry is scheduled once the rejection is stored. A search for due mails that began before the clock jumped
    // may
    // have made one more attempt.
    await expect
      .poll(async () => {
        const mail = await app.db.selectFrom('mails').selectAll().executeTakeFirstOrThrow()
        return mail.next_try_at - app.clock.now
      })
      .toBeOneOf([10_000, 20_000])
    expect(mailServer.attempts).toBeGreaterThan(0)
    mailServer.mood = 'takes'
    app.clock.now -= day
    app.jobs.wake('mailing')
    await mailServer.waitForMail('ada@example.com')
  })
})
