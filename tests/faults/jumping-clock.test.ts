import { describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { databases } from '#tests/support/databases.ts'
import { makeTestApp } from '#tests/support/library-test.ts'
import { startMailServer } from '#tests/support/mail-server.ts'

const minute = 60_000
const day = 24 * 60 * minute
const password = 'correct horse'

describe.each(databases)('A clock that jumps by a day on $name', (database) => {
  test.each([
    ['ahead and back', [day, -day]],
    ['back and ahead', [-day, day]],
  ])('%s leaves everybody signed in and at work', async (_name, jumps) => {
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
    // It is used, which brings it back to the time that it is.
    expect(await ada.call(calls.checkLogin, {})).toMatchObject({ isLoggedIn: true })
    app.clock.now += 31 * day
    expect(await ada.call(calls.checkLogin, {})).toMatchObject({ isLoggedIn: false })
  })

  test('locks nobody out who has made too many attempts while it was ahead', async () => {
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
    // Attempts are counted on from there.
    for (let attempt = 0; attempt < 10; attempt++) await failSignIn()
    expect((await failSignIn()).statusCode).toBe(429)
  })

  test('holds up no mail that was put off while it was ahead', async () => {
    const mailServer = await startMailServer()
    onTestFinished(mailServer.stop)
    const app = await makeTestApp(database, { environment: mailServer.environment })
    onTestFinished(app.close)
    mailServer.mood = 'refuses'
    app.clock.now += day
    await app.visitor().register('ada@example.com', password)
    await expect.poll(() => mailServer.attempts).toBe(1)
    // It is put off once the refusal is noted.
    await expect
      .poll(() => app.db.selectFrom('mails').select('next_try_at').executeTakeFirst())
      .toEqual({ next_try_at: app.clock.now + 10_000 })
    mailServer.mood = 'takes'
    app.clock.now -= day
    app.jobs.wake('mailing')
    await mailServer.waitForMail('ada@example.com')
  })
})
