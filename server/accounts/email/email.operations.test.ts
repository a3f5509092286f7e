import { describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import { startEmailChange } from '#server/accounts/email/start-email-change.ts'
import { mintOwner } from '#server/users/mint-owner.ts'
import type { SessionActor } from '#server/core/actor.ts'
import { databases } from '#tests/support/databases.ts'
import { holdLock } from '#tests/support/hold-lock.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { libraryTest, type TestApp } from '#tests/support/library-test.ts'
import { mailedSubjects, mailedToken, mailedTokens } from '#tests/support/mailed-links.ts'

const minutes = 60_000
const days = 24 * 60 * minutes
const former = 'ada@example.com'
const chosen = 'countess@example.com'
const password = 'correct horse'
const invalid = [400, 'link_invalid']

describe.each(databases)('Changing the e-mail address on $name', (database) => {
  const it = libraryTest(database)

  it('takes effect when the link mailed to the new address is opened', async ({ app }) => {
    const ada = await app.signUp(former, password)
    await ada.call(calls.changeEmail, { email: ` ${chosen} ` })
    expect(await ada.call(calls.getProfile, {})).toMatchObject({
      profile: { email: former },
      pendingEmail: chosen,
    })
    expect(await mailedSubjects(app, chosen)).toEqual(['Confirm your new email address'])

    await ada.call(calls.verifyEmail, { token: await mailedToken(app, 'verify-email') })
    expect(await ada.call(calls.getProfile, {})).toMatchObject({
      profile: { email: chosen },
      pendingEmail: null,
      isEmailVerified: true,
    })
    expect(await mailedSubjects(app, former)).toContain('Your email address has been changed')
    await app.visitor().signIn(chosen, password)
    expect(await app.visitor().failure(calls.login, { email: former, password })).toEqual([
      400,
      'password_wrong',
    ])
  })

  it('can be undone from the previous address for a week, which ends all other access', async ({
    app,
  }) => {
    const intruder = await app.signUp(former, password)
    await intruder.call(calls.changeEmail, { email: chosen })
    await intruder.call(calls.verifyEmail, { token: await mailedToken(app, 'verify-email') })
    await intruder.call(calls.changeEmail, { email: 'third@example.com' })
    const script = { name: 'Script', scopes: ['library:read' as const] }
    const program = app.program((await intruder.call(calls.createToken, script)).token)

    const owner = app.visitor()
    const token = await mailedToken(app, 'undo-email')
    app.clock.now += 7 * days - 1
    expect(await owner.call(calls.undoEmailChange, { token })).toEqual({
      status: 'success',
      userEmail: former,
    })
    expect(await intruder.failure(calls.getProfile, {})).toEqual([401, 'not_logged_in'])
    expect(await program.failure(calls.listPrompts, {})).toEqual([401, 'token_invalid'])
    expect(await intruder.failure(calls.login, { email: former, password })).toEqual([
      400,
      'password_wrong',
    ])
    for (const link of await mailedTokens(app, 'verify-email')) {
      expect(await intruder.failure(calls.verifyEmail, { token: link })).toEqual(invalid)
    }
    const reset = await mailedToken(app, 'reset')
    const passwords = { password: 'a new horse', cPassword: 'a new horse' }
    await owner.call(calls.resetPassword, passwords, { token: reset })
    await owner.signIn(former, 'a new horse')
    expect(await owner.failure(calls.undoEmailChange, { token })).toEqual(invalid)
  })

  it('cannot be undone after a week', async ({ app }) => {
    const ada = await app.signUp(former, password)
    await ada.call(calls.changeEmail, { email: chosen })
    await ada.call(calls.verifyEmail, { token: await mailedToken(app, 'verify-email') })
    const token = await mailedToken(app, 'undo-email')
    app.clock.now += 7 * days
    expect(await app.visitor().failure(calls.undoEmailChange, { token })).toEqual(invalid)
  })

  it('can be undone from the first of several previous addresses', async ({ app }) => {
    const ada = await app.signUp(former, password)
    for (const email of [chosen, 'third@example.com']) {
      await ada.call(calls.changeEmail, { email })
      await ada.call(calls.verifyEmail, { token: await mailedToken(app, 'verify-email') })
    }
    const [token = ''] = await mailedTokens(app, 'undo-email')
    await app.visitor().call(calls.undoEmailChange, { token })
    await app.visitor().call(calls.sendResetLink, { email: former })
  })

  it('cannot be made permanent by a second change, whose own link only undoes later changes', async ({
    app,
  }) => {
    const { thief, owners, thiefs } = await stealTwice(app)
    await app.visitor().call(calls.undoEmailChange, { token: thiefs })
    const form = { email: former, password, cpassword: password }
    expect(await thief.failure(calls.register, form)).toEqual([409, 'email_taken'])

    expect(await app.visitor().call(calls.undoEmailChange, { token: owners })).toEqual({
      status: 'success',
      userEmail: former,
    })
    const reset = await mailedToken(app, 'reset')
    expect(await app.visitor().call(calls.getResetToken, {}, { token: reset })).toMatchObject({
      userEmail: former,
    })
  })

  it('ends the links of later changes when an earlier one is undone', async ({ app }) => {
    const { thief, owners, thiefs } = await stealTwice(app)
    await app.visitor().call(calls.undoEmailChange, { token: owners })
    expect(await thief.failure(calls.undoEmailChange, { token: thiefs })).toEqual(invalid)
  })

  it('keeps the previous address reserved for that week', async ({ app }) => {
    const ada = await app.signUp(former, password)
    const bob = await app.signUp('bob@example.com')
    await ada.call(calls.changeEmail, { email: chosen })
    await ada.call(calls.verifyEmail, { token: await mailedToken(app, 'verify-email') })
    const form = { email: former, password, cpassword: password }
    expect(await app.visitor().failure(calls.register, form)).toEqual([409, 'email_taken'])
    expect(await bob.failure(calls.changeEmail, { email: former })).toEqual([409, 'email_taken'])
    app.clock.now += 7 * days
    await app.visitor().call(calls.register, form)
  })

  it('can return to the previous address like to any other', async ({ app }) => {
    const ada = await app.signUp(former, password)
    for (const email of [chosen, former]) {
      await ada.call(calls.changeEmail, { email })
      await ada.call(calls.verifyEmail, { token: await mailedToken(app, 'verify-email') })
    }
    await app.visitor().signIn(former, password)
  })

  it('is refused for an address that has an account, before and while the link is pending', async ({
    app,
  }) => {
    const ada = await app.signUp(former, password)
    await app.signUp('bob@example.com')
    expect(await ada.failure(calls.changeEmail, { email: 'BOB@example.com' })).toEqual([
      409,
      'email_taken',
    ])
    await ada.call(calls.changeEmail, { email: chosen })
    const token = await mailedToken(app, 'verify-email')
    await app.visitor().register(chosen, 'a new horse')
    expect(await ada.failure(calls.verifyEmail, { token })).toEqual([409, 'email_taken'])
    expect(await ada.call(calls.getProfile, {})).toMatchObject({ profile: { email: former } })
  })

  it('is refused for an invalid address', async ({ app }) => {
    const ada = await app.signUp(former, password)
    expect(await ada.failure(calls.changeEmail, { email: 'countess' })).toEqual([
      400,
      'email_invalid',
    ])
  })

  it('works for 24 hours, and only with the newest link', async ({ app }) => {
    const ada = await app.signUp(former, password)
    await ada.call(calls.changeEmail, { email: 'typo@example.com' })
    const older = await mailedToken(app, 'verify-email')
    await ada.call(calls.changeEmail, { email: chosen })
    const newer = await mailedToken(app, 'verify-email')
    expect(await ada.failure(calls.verifyEmail, { token: older })).toEqual(invalid)
    app.clock.now += 1 * days
    expect(await ada.failure(calls.verifyEmail, { token: newer })).toEqual(invalid)
    expect(await ada.call(calls.getProfile, {})).toMatchObject({ pendingEmail: null })
    app.clock.now -= 1
    await ada.call(calls.verifyEmail, { token: newer })
  })

  it.for(['a password change', 'a reset'] as const)(
    'is cancelled while pending by %s',
    async (cause, { app }) => {
      const intruder = await app.signUp(former, password)
      await intruder.call(calls.changeEmail, { email: chosen })
      const token = await mailedToken(app, 'verify-email')
      const next = 'battery staple'
      const owner = app.visitor()
      if (cause === 'a reset') {
        await owner.call(calls.sendResetLink, { email: former })
        const reset = await mailedToken(app, 'reset')
        const passwords = { password: next, cPassword: next }
        await owner.call(calls.resetPassword, passwords, { token: reset })
      } else {
        await owner.signIn(former, password)
        const change = { password, newPassword: next, confirmPassword: next }
        await owner.call(calls.updateProfile, change)
      }
      expect(await intruder.failure(calls.verifyEmail, { token })).toEqual(invalid)
    },
  )

  it('invalidates the links mailed to the previous address', async ({ app }) => {
    const ada = await app.signUp(former, password)
    const verification = await mailedToken(app, 'verify-email')
    await ada.call(calls.sendResetLink, { email: former })
    const reset = await mailedToken(app, 'reset')
    await ada.call(calls.changeEmail, { email: chosen })
    await ada.call(calls.verifyEmail, { token: await mailedToken(app, 'verify-email') })
    expect(await ada.failure(calls.verifyEmail, { token: verification })).toEqual(invalid)
    expect(await ada.failure(calls.getResetToken, {}, { token: reset })).toEqual(invalid)
  })
})

describe.each(databases)('Requesting another verification link on $name', (database) => {
  const it = libraryTest(database, { RATE_LIMITS: 'on' })

  it('mails a new link, which invalidates the previous one', async ({ app }) => {
    const ada = await app.signUp(former, password)
    await ada.call(calls.sendVerificationLink, {})
    const [first = '', second = ''] = await mailedTokens(app, 'verify-email')
    expect(await ada.failure(calls.verifyEmail, { token: first })).toEqual(invalid)
    await ada.call(calls.verifyEmail, { token: second })
  })

  it('mails nothing once the address is verified', async ({ app }) => {
    const ada = await app.signUp(former, password)
    await ada.call(calls.verifyEmail, { token: await mailedToken(app, 'verify-email') })
    await ada.call(calls.sendVerificationLink, {})
    expect(await mailedTokens(app, 'verify-email')).toHaveLength(1)
  })

  it('is limited to three times an hour', async ({ app }) => {
    const ada = await app.signUp(former, password)
    for (let time = 0; time < 3; time++) await ada.call(calls.sendVerificationLink, {})
    const refused = await ada.send(calls.sendVerificationLink, {})
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1200'])
  })
})

describe.each(databases)('Changing the e-mail address repeatedly on $name', (database) => {
  const it = libraryTest(database, { RATE_LIMITS: 'on' })

  it('is possible five times in a row, then every 12 minutes', async ({ app }) => {
    const ada = await app.signUp(former, password)
    const statuses = []
    for (let count = 0; count < 6; count++) {
      const { statusCode } = await ada.send(calls.changeEmail, { email: `${count}@example.com` })
      statuses.push(statusCode)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    app.clock.now += 12 * 60_000
    await ada.call(calls.changeEmail, { email: chosen })
  })
})

/** Changes the owner's address twice. Returns the undo links that were mailed to the owner and to the thief. */
async function stealTwice(app: TestApp) {
  const thief = await app.signUp(former, password)
  for (const email of ['first@example.net', 'second@example.net']) {
    await thief.call(calls.changeEmail, { email })
    await thief.call(calls.verifyEmail, { token: await mailedToken(app, 'verify-email') })
    app.clock.now += 1
  }
  const [owners = '', thiefs = ''] = await mailedTokens(app, 'undo-email')
  return { thief, owners, thiefs }
}

describe.each(databases)('A mailed code on $name', (database) => {
  const it = libraryTest(database, { RATE_LIMITS: 'on' })
  const wrong = [400, 'mail_code_invalid']

  /** The code of the newest mail. */
  async function mailedCode(app: TestApp): Promise<string> {
    const mails = await app.db.selectFrom('mails').selectAll().orderBy('id').execute()
    const [code = ''] = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/m.exec(
      mails.at(-1)?.plain_text ?? '',
    ) ?? ['']
    expect(mails.at(-1)?.html).toContain(`>${code}</strong>`)
    return code
  }
  const isVerified = async (ada: ApiUser) => (await ada.call(calls.getProfile, {})).isEmailVerified

  it('verifies the address in the session that requested it, once, and invalidates the link', async ({
    app,
  }) => {
    const ada = app.visitor()
    await ada.register(former, password)
    // No one is logged in, so there is no browser to bind a code to.
    expect(await mailedCode(app).catch(() => 'none')).toBe('none')
    await ada.signIn(former, password)
    await ada.call(calls.sendVerificationLink, {})
    const code = await mailedCode(app)
    expect(await isVerified(ada)).toBe(false)
    const typed = ` ${code.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}`
    await ada.call(calls.verifyMailedCode, { code: typed })
    expect(await isVerified(ada)).toBe(true)
    expect(await ada.failure(calls.verifyMailedCode, { code })).toEqual(wrong)
    const token = await mailedToken(app, 'verify-email')
    expect(await app.visitor().failure(calls.verifyEmail, { token })).toEqual(invalid)
    const user = await app.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    expect(user.mailbox_owned_at).toBe(app.clock.now)
  })

  it('is invalid in another session, after ten minutes, or once there is a newer one', async ({
    app,
  }) => {
    const ada = app.visitor()
    await ada.register(former, password)
    await ada.signIn(former, password)
    const phone = app.visitor()
    await phone.signIn(former, password)
    await ada.call(calls.sendVerificationLink, {})
    const first = await mailedCode(app)
    expect(await phone.failure(calls.verifyMailedCode, { code: first })).toEqual(wrong)
    const rows = await app.db.selectFrom('mailed_tokens').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(first.slice(0, 4))
    await ada.call(calls.sendVerificationLink, {})
    const second = await mailedCode(app)
    expect(await ada.failure(calls.verifyMailedCode, { code: first })).toEqual(wrong)
    app.clock.now += 10 * minutes
    expect(await ada.failure(calls.verifyMailedCode, { code: second })).toEqual(wrong)
    // The link still works.
    const token = await mailedToken(app, 'verify-email')
    await app.visitor().call(calls.verifyEmail, { token })
    expect(await isVerified(ada)).toBe(true)
  })

  it('changes the address, and invalidates the link', async ({ app }) => {
    const ada = await app.signUp(former, password)
    await ada.call(calls.changeEmail, { email: chosen })
    const code = await mailedCode(app)
    expect(await ada.call(calls.verifyMailedCode, { code })).toMatchObject({ changedTo: chosen })
    expect(await ada.call(calls.getProfile, {})).toMatchObject({
      profile: { email: chosen },
      pendingEmail: null,
      isEmailVerified: true,
    })
    const [token = ''] = await mailedTokens(app, 'verify-email').then((all) => all.slice(-1))
    expect(await app.visitor().failure(calls.verifyEmail, { token })).toEqual(invalid)
  })

  it('may be tried five times, then once a minute', async ({ app }) => {
    const ada = await app.signUp(former, password)
    await ada.call(calls.changeEmail, { email: chosen })
    const code = await mailedCode(app)
    for (let time = 0; time < 5; time++) {
      expect(await ada.failure(calls.verifyMailedCode, { code: '0000-0000' })).toEqual(wrong)
    }
    expect((await ada.send(calls.verifyMailedCode, { code })).statusCode).toBe(429)
    app.clock.now += 1 * minutes
    await ada.call(calls.verifyMailedCode, { code })
  })
})

describe.each(databases)('A change of address on $name', (database) => {
  const it = libraryTest(database)

  it('is rejected in a session that ends in the meantime', async ({ app }) => {
    await app.signUp(former, password)
    const { owner_no, id } = await app.db
      .selectFrom('users')
      .select(['owner_no', 'id'])
      .executeTakeFirstOrThrow()
    const actor: SessionActor = {
      via: 'session',
      tokenHash: 'ended',
      provedAt: app.clock.now,
      owner: mintOwner(owner_no, 'session'),
      userId: id,
      scopes: new Set(),
      proofId: 'ended',
    }
    const asking = startEmailChange(app.services, actor, chosen)
    await expect(asking).rejects.toMatchObject({ errorCode: 'not_logged_in' })
    expect(await mailedSubjects(app, chosen)).toEqual([])
  })
})

describe.each(databases.slice(1))('A mailed link on $name', (database) => {
  const it = libraryTest(database)

  it('can be opened while another one is requested, without a deadlock', async ({ app }) => {
    const ada = await app.signUp(former, password)
    const token = await mailedToken(app, 'verify-email')
    const lock = await holdLock(app, 'select from users for update')
    const asked = ada.send(calls.sendVerificationLink, {})
    await lock.waitForQueue(1)
    const opened = app.visitor().send(calls.verifyEmail, { token })
    await lock.waitForQueue(2)
    await lock.release()
    expect((await asked).statusCode).toBe(200)
    expect((await opened).json()).toMatchObject({ code: 'link_invalid' })
  })
})
