import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { calls } from '#contract/calls.ts'
import { proofKinds, type ProofKind } from '#contract/accounts/factors.ts'
import { commandLineId } from '#contract/accounts/oauth.ts'
import type { Call } from '#contract/core/call.ts'
import { toTotpData } from '#server/accounts/factors/check-code.ts'
import { toUserHandle } from '#server/accounts/factors/factors.rules.ts'
import { createTotpSecret } from '#server/accounts/factors/totp.rules.ts'
import { hashTogether } from '#server/accounts/password/hash-password.ts'
import { makeValid, type InputSchema } from '#tests/attacks/valid-inputs.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { makeAuthenticator, type Authenticator } from '#tests/support/clients/authenticator.ts'
import { oauthApp } from '#tests/support/clients/oauth-app.ts'
import { databases } from '#tests/support/databases.ts'
import {
  origin,
  proveByPasskey,
  signInByPasskey,
  toApp,
} from '#tests/support/clients/second-factors.ts'
import { makeTestApp, type TestApp } from '#tests/support/library-test.ts'
import { mailedToken } from '#tests/support/mailed-links.ts'
import {
  goToGoogle,
  startOpenIdProvider,
  type OpenIdProvider,
} from '#tests/support/servers/openid-provider.ts'

const password = 'correct horse'
const chosen = 'battery staple'
const recoveryCode = '01234-56789'
const stale = 15 * 60_000

type Answer = [status: number, code?: string]
const isIn: Answer = [200]
const isAsked: Answer = [403, 'second_factor_needed']

/**
 * The factors of an account. `waits`: whether the recovery codes still have to be confirmed; `resetIn`: when the
 * operator's reset is due, in ms.
 */
type State = {
  passkey?: true
  app?: true
  codes?: true
  hasNoPassword?: true
  waits?: true
  resetIn?: number
}

/** Every state of factors. */
const states = {
  'no factor': {},
  'a passkey that waits for its codes': { passkey: true, codes: true, waits: true },
  'an app that waits for its codes': { app: true, codes: true, waits: true },
  'a passkey': { passkey: true, codes: true },
  'a passkey and no password': { passkey: true, codes: true, hasNoPassword: true },
  'an app': { app: true, codes: true },
  'a passkey and an app': { passkey: true, app: true, codes: true },
  'an app and no codes left': { app: true },
  'an app that is about to be reset': { app: true, codes: true, resetIn: 1 },
  'an app whose reset is due': { app: true, codes: true, resetIn: 0 },
} as const satisfies Record<string, State>
type StateName = keyof typeof states

/** The factors that can re-authenticate a state in addition to its password; none: nothing is required. */
function proofsOf({ passkey, app, codes, waits, resetIn }: State): ProofKind[] {
  if (waits || resetIn === 0) return []
  return [
    ...(passkey ? (['passkey'] as const) : []),
    ...(app ? (['code'] as const) : []),
    ...(codes ? (['recovery'] as const) : []),
  ]
}

type Account = {
  app: TestApp
  ada: ApiUser
  email: string
  authenticator: Authenticator
  code: () => string
}

type Way = {
  /** What the account has besides its factors, such as Google. */
  prepare?: (account: Account) => Promise<unknown>
  /** Takes a way to log in with a browser, up to the decisive answer. */
  enter: (account: Account, visitor: ApiUser) => Promise<Answer>
  /** Whether Google is connected at its end. */
  connects?: true
  /** Whether no factor is required, regardless of the account's factors: they belong to someone else. */
  removes?: true
}

/** Every way to a session except a passkey, which counts as both factors. */
const ways: Record<string, Way> = {
  'the password': {
    enter: ({ email }, visitor) => answerOf(visitor, calls.login, { email, password }),
  },
  'a password that was set by mail': {
    enter: async (account, visitor) => {
      await visitor.call(calls.sendResetLink, { email: account.email })
      return resetAndLogIn(account, visitor)
    },
  },
  'a password that was set by mail after an address was restored': {
    enter: async (account, visitor) => {
      const { ada, app, email } = account
      await ada.call(calls.changeEmail, { email: `thief-${email}` })
      await ada.call(calls.verifyEmail, { token: await mailedToken(app, 'verify-email') })
      const token = await mailedToken(app, 'undo-email')
      expect(await answerOf(visitor, calls.undoEmailChange, { token })).toEqual(isIn)
      expect(await isLoggedIn(visitor)).toBe(false)
      return resetAndLogIn(account, visitor)
    },
  },
  'Google, which is connected': {
    prepare: async ({ ada, app, email }) => {
      await ownMailbox(app, ada)
      expect(await enterByGoogle(app.visitor(), email)).toEqual(isIn)
    },
    enter: ({ email }, visitor) => enterByGoogle(visitor, email),
    connects: true,
  },
  'Google, which runs the mailbox': {
    prepare: ({ app, ada }) => ownMailbox(app, ada),
    enter: ({ email }, visitor) => enterByGoogle(visitor, email),
    connects: true,
  },
  'Google and the password': {
    prepare: ({ app, ada }) => ownMailbox(app, ada),
    enter: async ({ email }, visitor) => {
      const { domain: _domain, ...elsewhere } = personOf(email)
      expect(await enterByGoogle(visitor, email, elsewhere)).toEqual([
        409,
        'google_password_needed',
      ])
      return answerOf(visitor, calls.login, { email, password })
    },
    connects: true,
  },
  'Google, which takes the account over': {
    enter: ({ email }, visitor) => enterByGoogle(visitor, email),
    connects: true,
    removes: true,
  },
}

/** Each way, state and proof that completes it. Without a password, some ways fail. */
const combinations = Object.entries(ways).flatMap(([name, way]) =>
  (Object.keys(states) as StateName[])
    .filter((state) => !('hasNoPassword' in states[state]) || !/^the password|and the/.test(name))
    .flatMap((state) => {
      const proofs = way.removes ? [] : proofsOf(states[state])
      const finishing = proofs.length === 0 ? (['nothing'] as const) : proofs
      return finishing.map((proof) => [name, state, proof] as const)
    }),
)

/** PostgreSQL differs in queries only, and these make all of them. */
const combinationsOnPostgres = combinations.filter(
  ([way, state]) => way === 'the password' || state === 'a passkey and an app',
)

const needing = Object.entries<Call>(calls).filter(([, call]) => call.needsProof !== undefined)

let google: OpenIdProvider
let codeHashes: string[]
beforeAll(async () => {
  google = await startOpenIdProvider(origin)
  codeHashes = await hashTogether([recoveryCode.replace('-', '')])
})
afterAll(() => google.stop())

describe.each(databases)('On $name', (database) => {
  let app: TestApp
  beforeAll(async () => {
    app = await makeTestApp(database, { environment: google.environment })
  })
  afterAll(() => app.close())

  const tried = database.name === 'SQLite' ? combinations : combinationsOnPostgres
  test.for(tried)('%s, with %s, and %s', async ([way, state, proof]) => {
    const { prepare, enter, connects } = ways[way] as Way
    const account = await makeAccount(app, states[state], prepare)
    const visitor = app.visitor()
    const entered = await enter(account, visitor)
    // `nothing`: none is required.
    if (proof === 'nothing') {
      expect(entered).toEqual(isIn)
      expect(await isLoggedIn(visitor)).toBe(true)
      return
    }
    expect(entered).toEqual(isAsked)
    expect(await isLoggedIn(visitor)).toBe(false)
    const expected = proofsOf(states[state])
    expect(await visitor.call(calls.getPendingLogin, {})).toEqual({ proofs: expected })
    // All others first, which fail. Entering something twice is still one factor.
    for (const other of proofKinds.filter((one) => !expected.includes(one))) {
      if (other === 'password') expect(await enterAgain(account)).not.toEqual(isIn)
      else await finish(account, visitor, other, false)
    }
    expect(await isLoggedIn(visitor)).toBe(false)
    if (way === 'Google, which runs the mailbox') {
      // Nothing is connected before the second factor was entered.
      expect((await account.ada.call(calls.getProfile, {})).isGoogleLinked).toBe(false)
    }
    await finish(account, visitor, proof, true)
    expect(await isLoggedIn(visitor)).toBe(true)
    if (connects) expect((await visitor.call(calls.getProfile, {})).isGoogleLinked).toBe(true)
  })

  test.for(Object.keys(states) as StateName[])('A passkey signs in alone: %s', async (state) => {
    const account = await makeAccount(app, states[state])
    const visitor = app.visitor()
    const answer = account.authenticator.get(await visitor.call(calls.getSignInOptions, {}))
    const { passkey, waits }: State = states[state]
    expect(await answerOf(visitor, calls.signInWithPasskey, { answer })).toEqual(
      !passkey ? [400, 'passkey_unknown'] : waits ? [403, 'passkey_waiting'] : isIn,
    )
    expect(await isLoggedIn(visitor)).toBe(passkey === true && !waits)
  })

  test.for(Object.keys(states) as StateName[])(
    'Each call that needs a proof asks for one: %s',
    async (state) => {
      const account = await makeAccount(app, states[state])
      const { ada } = account
      app.clock.now += stale
      // A due reset takes effect at a login, or in the background.
      const { resetIn: _resetIn, ...held }: State = states[state]
      const proofs = proofsOf(held)
      for (const [name, call] of needing) {
        const input = validInput(call)
        const isNeeded = call.needsProof === true || proofs.length > 0
        expect([name, ...(await answerOf(ada, call, input))]).toEqual(
          isNeeded ? [name, 403, 'proof_needed'] : [name, 400, 'password_wrong'],
        )
      }
      // Consent requires it only if the app or device may change prompts, so the contract does not declare it.
      const client = oauthApp(app)
      const uid = await client.beginUid(ada, await client.registered())
      const change = { uid, scopes: ['library:read', 'library:write'], days: 30 }
      const asked = await client.askForDevice(commandLineId, { scope: change.scopes.join(' ') })
      const { user_code: userCode } = asked.json<{ user_code: string }>()
      const device = await ada.call(calls.findDeviceRequest, { userCode })
      const consents = [change, { ...change, uid: device.uid }]
      for (const consent of consents) {
        const refused = await answerOf(ada, calls.allowConnection, consent)
        expect(refused).toEqual([403, 'proof_needed'])
      }
      const expected: readonly ProofKind[] = proofs.length > 0 ? proofs : ['password']
      expect((await ada.call(calls.getProfile, {})).proofs).toEqual(expected)
      for (const proof of proofKinds.filter((one) => !expected.includes(one))) {
        await prove(account, proof, false)
        expect(await answerOf(ada, calls.downloadAccount, {})).toEqual([403, 'proof_needed'])
      }
      for (const proof of expected) {
        await prove(account, proof, true)
        expect(await answerOf(ada, calls.downloadAccount, {})).toEqual(isIn)
        for (const consent of consents.splice(0)) {
          expect(await answerOf(ada, calls.allowConnection, consent)).toEqual(isIn)
        }
        app.clock.now += stale
      }
    },
  )
})

test('Every call that requires re-authentication declares it in the contract', () => {
  expect(needing.map(([name]) => name).toSorted()).toEqual([
    'addPasskey',
    'beginTotp',
    'changeEmail',
    'confirmRecoveryCodes',
    'confirmTotp',
    'createToken',
    'deleteAccount',
    'downloadAccount',
    'getPasskeyOptions',
    'removePasskey',
    'removePassword',
    'removeTotp',
    'renewRecoveryCodes',
    'unlinkGoogle',
    'updateProfile',
  ])
})

test('Only sessions can re-authenticate: no call for programs requires it', () => {
  expect(needing.filter(([, { access }]) => access !== 'session')).toEqual([])
})

async function resetAndLogIn({ app, email }: Account, visitor: ApiUser): Promise<Answer> {
  const token = await mailedToken(app, 'reset')
  const words = { password: chosen, cPassword: chosen }
  expect((await visitor.send(calls.resetPassword, words, {}, { token })).statusCode).toBe(200)
  expect(await isLoggedIn(visitor)).toBe(false)
  return answerOf(visitor, calls.login, { email, password: chosen })
}

function personOf(email: string) {
  return { subject: email, email, isVerified: true, domain: 'example.com' }
}

async function enterByGoogle(
  visitor: ApiUser,
  email: string,
  person: OpenIdProvider['person'] = personOf(email),
): Promise<Answer> {
  google.person = person
  return answerOf(visitor, calls.loginWithGoogle, await goToGoogle(visitor))
}

async function ownMailbox(app: TestApp, ada: ApiUser): Promise<void> {
  await ada.call(calls.verifyEmail, { token: await mailedToken(app, 'verify-email') })
}

/** The password again, during a pending login: it is the same factor. */
async function enterAgain({ app, email }: Account): Promise<Answer> {
  return answerOf(app.visitor(), calls.login, { email, password })
}

/** Completes a pending login, or tries to. */
async function finish(
  { authenticator, code }: Account,
  visitor: ApiUser,
  proof: ProofKind,
  isEnough: boolean,
): Promise<void> {
  if (proof === 'passkey') {
    if (isEnough) return signInByPasskey(visitor, authenticator)
    const answer = authenticator.get(await visitor.call(calls.getSignInOptions, {}))
    expect(await answerOf(visitor, calls.signInWithPasskey, { answer })).toEqual([
      400,
      'passkey_unknown',
    ])
    return
  }
  const typed = proof === 'code' ? code() : recoveryCode
  expect(await answerOf(visitor, calls.signInWithCode, { code: typed })).toEqual(
    isEnough ? isIn : [400, 'code_wrong'],
  )
}

/** Re-authenticates a session, or tries to. */
async function prove(
  { ada, authenticator, code }: Account,
  proof: ProofKind,
  isEnough: boolean,
): Promise<void> {
  if (proof === 'passkey' && isEnough) return proveByPasskey(ada, authenticator)
  const input = {
    password: { password },
    code: { code: code() },
    recovery: { code: recoveryCode },
    passkey: { answer: authenticator.get(await ada.call(calls.getProofOptions, {})) },
  }[proof]
  const [status] = await answerOf(ada, calls.proveSession, input)
  expect([proof, status < 400]).toEqual([proof, isEnough])
}

/**
 * An account with factors, in a session that has just logged in. The rows are inserted, since hashing codes is slow.
 */
async function makeAccount(app: TestApp, state: State, prepare?: Way['prepare']): Promise<Account> {
  const email = `${randomUUID()}@example.com`
  await app.db.deleteFrom('mails').execute()
  const ada = await app.signUp(email, password)
  const authenticator = makeAuthenticator(origin)
  const secret = createTotpSecret()
  const account: Account = { app, ada, email, authenticator, code: toApp(app, secret).code }
  await prepare?.(account)
  const { owner_no, id } = await app.db
    .selectFrom('users')
    .select(['owner_no', 'id'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  // A year old, unlike a thief's factors.
  const created_at = app.clock.now - 365 * 24 * 60 * 60_000
  const is_active = state.waits ? 0 : 1
  const made = authenticator.describe(toUserHandle(id))
  if (state.passkey) {
    await app.db
      .insertInto('passkeys')
      .values({
        owner_no,
        id: randomUUID(),
        ...made,
        counter: 1,
        transports: 'internal',
        name: 'Passkey',
        is_synced: 0,
        is_active,
        created_at,
      })
      .execute()
  }
  if (state.app) {
    const sealed_secret = (await app.services.secrets?.seal(secret, toTotpData(owner_no))) ?? ''
    await app.db
      .insertInto('totp_secrets')
      .values({ owner_no, sealed_secret, last_step: 0, is_active, created_at })
      .execute()
  }
  if (state.codes) {
    await app.db
      .insertInto('recovery_codes')
      .values(
        codeHashes.map((code_hash) => ({ owner_no, code_hash, is_kept: is_active, created_at })),
      )
      .execute()
  }
  await app.db
    .updateTable('users')
    .set({
      ...(state.hasNoPassword && { password_hash: null }),
      ...(state.resetIn !== undefined && { factors_reset_at: app.clock.now + state.resetIn }),
    })
    .where('owner_no', '=', owner_no)
    .$if(state.hasNoPassword === undefined && state.resetIn === undefined, (query) =>
      query.set({ language: 'en' }),
    )
    .execute()
  return account
}

async function isLoggedIn(visitor: ApiUser): Promise<boolean> {
  return (await visitor.call(calls.checkLogin, {})).isLoggedIn
}

async function answerOf(user: ApiUser, call: Call, input: object): Promise<Answer> {
  const response = await user.send(call, input)
  return response.statusCode === 200
    ? [200]
    : [response.statusCode, response.json<{ code: string }>().code]
}

function validInput(call: Call): object {
  const schema = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as InputSchema
  return {
    ...(makeValid(schema) as object),
    // What a JSON schema cannot express.
    ...(call === calls.addPasskey && { answer: makeAuthenticator(origin).create(nobody) }),
    ...(call === calls.updateProfile && {
      password: 'wrong horse',
      newPassword: chosen,
      confirmPassword: chosen,
    }),
    ...(call === calls.createToken && { scopes: ['library:read'] }),
    ...(call === calls.removePasskey && { passkeyId: randomUUID() }),
  }
}

const nobody = { options: { rp: { id: 'localhost' }, user: { id: 'x' }, challenge: 'x' } }
