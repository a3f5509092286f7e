import { describe, expect } from 'vitest'
import * as z from 'zod/mini'
import type { Call, InputOf } from '#contract/core/call.ts'
import { calls } from '#contract/calls.ts'
import { Failure } from '#contract/core/schemas.ts'
import type { ApiUser } from '#tests/support/api-user.ts'
import { makeAuthenticator } from '#tests/support/clients/authenticator.ts'
import { oauthApp } from '#tests/support/clients/oauth-app.ts'
import { databases } from '#tests/support/databases.ts'
import { origin } from '#tests/support/clients/second-factors.ts'
import { libraryTest, type TestApp } from '#tests/support/library-test.ts'

type Posts = {
  [
    Name in keyof typeof calls as (typeof calls)[Name]['method'] extends 'POST' ? Name : never
  ]: (typeof calls)[Name]
}
type Things = Awaited<ReturnType<typeof makeThings>>

const credential = { id: 'x', rawId: 'x', type: 'public-key' as const }
const attestation = { ...credential, response: { clientDataJSON: 'x', attestationObject: 'x' } }
const assertion = {
  ...credential,
  response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
}

/** A valid input of each call. A new call does not compile without one. */
const inputs: { [Name in keyof Posts]: (things: Things) => InputOf<Posts[Name]> } = {
  login: () => ({ email: 'ada@example.com', password: 'correct horse' }),
  register: () => ({ email: 'bob@example.com', password: 'a new horse', cpassword: 'a new horse' }),
  verifyEmail: () => ({ token: 'x' }),
  sendResetLink: () => ({ email: 'ada@example.com' }),
  resetPassword: () => ({ password: 'a new horse', cPassword: 'a new horse' }),
  createFolder: ({ folderId }) => ({ folderId, name: 'New', color: '4ECDC4' }),
  updateFolder: ({ folderId }) => ({ folderId, name: 'Other', color: '4ECDC4' }),
  createPrompt: ({ folderId }) => ({ folderId, name: 'New', color: '4ECDC4', prompt: 'x' }),
  updatePrompt: ({ promptId }) => ({ promptId, name: 'Other', color: '4ECDC4', prompt: 'y' }),
  movePrompt: ({ promptId }) => ({ promptId, folderId: 'root' }),
  togglePromptPublic: ({ promptId }) => ({ promptId }),
  saveValueSet: ({ promptId }) => ({ promptId, name: 'Usual', values: [] }),
  deleteValueSet: ({ promptId }) => ({ promptId, name: 'Usual' }),
  setMyValues: () => ({ values: [] }),
  checkOut: () => ({ id: 'plus-monthly', type: 'monthly' }),
  unsubscribe: () => ({}),
  endSession: ({ sessionId }) => ({ sessionId }),
  createToken: ({ folderId }) => ({ name: 'New', scopes: ['library:read'], folderId, days: 30 }),
  revokeToken: ({ tokenId }) => ({ tokenId }),
  findDeviceRequest: () => ({ userCode: 'BCDF-GHJK' }),
  allowConnection: () => ({ uid: 'x'.repeat(43), scopes: ['library:read'], days: 30 }),
  refuseConnection: () => ({ uid: 'x'.repeat(43) }),
  endApp: ({ appId }) => ({ appId }),
  endOtherSessions: () => ({}),
  verifyMailedCode: () => ({ code: 'ABCD-EFGH' }),
  getProofOptions: () => ({}),
  getSignInOptions: () => ({}),
  signInWithPasskey: () => ({ answer: assertion }),
  signInWithCode: () => ({ code: '000000' }),
  getPasskeyOptions: () => ({}),
  addPasskey: () => ({ answer: attestation }),
  renamePasskey: ({ passkeyId }) => ({ passkeyId, name: 'Other' }),
  renewRecoveryCodes: () => ({}),
  confirmRecoveryCodes: () => ({}),
  removePasskey: ({ passkeyId }) => ({ passkeyId }),
  declinePasskey: () => ({}),
  beginTotp: () => ({}),
  confirmTotp: () => ({ code: '000000' }),
  removeTotp: () => ({}),
  // Ends a pending passkey.
  updateProfile: () => ({
    password: 'correct horse',
    newPassword: 'another horse',
    confirmPassword: 'another horse',
  }),
  proveSession: () => ({ password: 'another horse' }),
  removePassword: () => ({}),
  stopFactorReset: () => ({ token: 'x' }),
  sendVerificationLink: () => ({}),
  changeEmail: () => ({ email: 'countess@example.com' }),
  undoEmailChange: () => ({ token: 'x' }),
  unlinkGoogle: () => ({}),
  notePromptUse: ({ promptId }) => ({ promptId }),
  changeSelection: ({ promptId, folderId }) => ({
    changes: [{ promptIds: [promptId], folderIds: [folderId], color: '4ECDC4' }],
  }),
  giveShortNames: ({ promptId }) => ({ promptIds: [promptId] }),
  copySelection: ({ promptId, folderId }) => ({ promptIds: [promptId], folderIds: [folderId] }),
  labelVersion: ({ promptId }) => ({ promptId, number: 1, label: 'First' }),
  deleteVersions: ({ promptId }) => ({ promptId }),
  restoreTrash: ({ promptId }) => ({ trashId: promptId }),
  eraseTrash: ({ promptId }) => ({ trashId: promptId }),
  deleteSelection: () => ({}),
  emptyTrash: () => ({}),
  importEntries: ({ folderId }) => ({
    attempt: '0'.repeat(32),
    name: 'poems.json',
    total: 2,
    from: 0,
    entries: [
      { kind: 'folder', in: folderId, name: 'New', color: '4ECDC4' },
      { kind: 'prompt', in: 0, name: 'New', color: '4ECDC4', prompt: 'x' },
    ],
  }),
  startRun: ({ promptId, connectionId }) => ({
    attempt: '0'.repeat(32),
    promptId,
    connectionId,
    values: [],
    text: 'x',
    model: 'm',
  }),
  stopRun: ({ runId }) => ({ runId }),
  deleteRun: ({ runId }) => ({ runId }),
  restoreRun: ({ runId }) => ({ runId }),
  deleteRuns: () => ({}),
  keepLastValues: () => ({ keepsLastValues: 0 }),
  keepRuns: () => ({ keepsRuns: 0 }),
  createConnection: () => ({
    name: 'Mine',
    dialect: 'openai',
    baseUrl: 'http://127.0.0.1:1/v1',
    key: 'secret',
    models: ['m'],
  }),
  updateConnection: ({ connectionId }) => ({ connectionId, name: 'Other' }),
  testConnection: ({ connectionId }) => ({ connectionId }),
  testAddress: () => ({ dialect: 'openai', baseUrl: 'http://127.0.0.1:1/v1', key: '' }),
  deleteConnection: ({ connectionId }) => ({ connectionId }),
  exportSelection: ({ promptId }) => ({ promptIds: [promptId] }),
  undoImport: () => ({ attempt: '0'.repeat(32) }),
  deletePrompt: ({ promptId }) => ({ promptId }),
  deleteFolder: ({ folderId }) => ({ folderId }),
  deleteAccount: () => ({}),
}
const posts = Object.keys(inputs) as (keyof Posts)[]

/** Fields that only the server may set. */
const columns = `
  id rid owner owner_no ownerNo ownerId user_id userId planId plan_id isPublic is_public isActive isAdmin
  role credits amount price provider created_at createdAt updated_at updatedAt expires_at verifiedAt
  language email_verified_at email_key password_hash passwordHash google_subject token_hash sort_key card
  preview text folder_id parent_id userAgent key $set $ne
`
  .trim()
  .split(/\s+/)
const mark = 'planted-by-a-stranger'

// The schemas drop it before any database is asked.
describe.each(databases.slice(0, 1))('An unknown field', (database) => {
  const it = libraryTest(database)

  it('is never stored', async ({ app }) => {
    const ada = await app.signUp()
    const things = await makeThings(app, ada)
    const answered: [string, number][] = []
    for (const name of posts) {
      const input: Record<string, unknown> = { ...inputs[name](things) }
      const asked = fieldsOf(calls[name])
      const planted = columns.filter((one) => !asked.includes(one)).map((one) => [one, mark])
      const { statusCode } = await ada.send(calls[name], {
        ...Object.fromEntries(planted),
        ...input,
      })
      answered.push([name, statusCode])
      expect(await dump(app), name).not.toContain(mark)
    }
    // These fail without a mailed token, a paid plan, an app's request, a factor, a model server or an item in the
    // trash.
    expect(answered.filter(([, status]) => status !== 200)).toEqual([
      ['verifyEmail', 400],
      ['resetPassword', 400],
      ['unsubscribe', 409],
      ['findDeviceRequest', 400],
      ['allowConnection', 404],
      ['refuseConnection', 404],
      ['verifyMailedCode', 400],
      ['signInWithPasskey', 400],
      ['signInWithCode', 400],
      ['addPasskey', 400],
      ['confirmTotp', 400],
      ['removeTotp', 409],
      ['removePassword', 409],
      ['stopFactorReset', 400],
      ['undoEmailChange', 400],
      ['restoreTrash', 404],
      ['eraseTrash', 404],
      ['deleteSelection', 404],
      ['testConnection', 503],
      ['testAddress', 503],
    ])
  })

  it('neither shares a prompt nor moves it to another user', async ({ app }) => {
    const ada = await app.signUp()
    const bob = await app.signUp('bob@example.com')
    const { owner_no: his } = await app.db
      .selectFrom('users')
      .select('owner_no')
      .where('email', '=', 'bob@example.com')
      .executeTakeFirstOrThrow()
    const planted = {
      isPublic: 1,
      is_public: 1,
      owner_no: his,
      owner: his,
      ownerNo: his,
      id: 'mine',
    }
    const things = await makeThings(app, ada)
    for (const name of ['createPrompt', 'updatePrompt', 'createFolder', 'updateFolder'] as const) {
      await ada.send(calls[name], { ...planted, ...inputs[name](things) })
    }
    const { prompts } = await ada.call(calls.listPrompts, { folderId: things.folderId })
    expect(new Set(prompts.map(({ isPublic }) => isPublic))).toEqual(new Set([0]))
    expect((await bob.call(calls.listPrompts, {})).prompts).toEqual([])
    expect((await bob.call(calls.listFolders, {})).folders).toEqual([])
  })
})

const uuid = '018f4a5e-7c3b-7d21-9f00-000000000000'
const textIds = [
  '',
  ' ',
  '0 -1 1 null undefined NaN true [] {} * % _ .. ${7*7} %00 0x7f 1e999'.split(' '),
  '__proto__ constructor ../../etc/passwd <script>'.split(' '),
  [uuid, `${uuid} `, `${uuid}\n`, `{${uuid}}`, uuid.replaceAll('-', ''), `urn:uuid:${uuid}`],
  ["' or '1'='1", "'; drop table prompts; --", '" or ""="', '1 union select * from users'],
  ['-'.repeat(36), 'f'.repeat(36), '９'.repeat(36), 'x'.repeat(10_000)],
  ['\0', `${uuid.slice(0, 35)}\0`, '\uD800'],
].flat()
const otherIds = [0, -1, 1e308, true, [], [uuid], [[]], {}, { $ne: null }, { length: 36 }]
const everyCall = Object.entries<Call>(calls)

describe.each(databases)('An id of the wrong kind on $name', (database) => {
  const it = libraryTest(database)

  it('is not found by any call that accepts one', async ({ app }) => {
    const ada = await app.signUp()
    const things = await makeThings(app, ada)
    const before = await dump(app)
    const attempt = '2'.repeat(32)
    const texts = {
      name: 'New',
      color: 'ffffff',
      prompt: 'over',
      notes: null,
      scopes: ['library:read'],
      number: 1,
      ...run,
      attempt,
    }
    for (const [name, call] of everyCall) {
      for (const id of idsOf(call)) {
        const wrong = [
          ofAnotherKind(things, id),
          ...textIds,
          ...(call.method === 'POST' ? otherIds : []),
        ]
        for (const value of wrong) {
          const response = await ada.send(call, { ...texts, ...things, [id]: value })
          const outcome = [name, id, JSON.stringify(value).slice(0, 40), response.statusCode]
          expect(outcome).toEqual([...outcome.slice(0, 3), expect.toBeOneOf([400, 404, 413])])
          expect(z.safeParse(z.strictObject(Failure.shape), response.json()).success).toBe(true)
        }
      }
    }
    expect(await dump(app)).toBe(before)
  })

  it('is not found if repeated or in brackets', async ({ app }) => {
    const ada = await app.signUp()
    const things = await makeThings(app, ada)
    const cookie = [...ada.cookies].map((pair) => pair.join('=')).join('; ')
    for (const [, call] of everyCall.filter(([, { method }]) => method === 'GET')) {
      for (const id of idsOf(call)) {
        const value = ofAnotherKind(things, id)
        for (const query of [`${id}=${value}&${id}=${value}`, `${id}[]=${value}&${id}=x`]) {
          const url = `/api/${call.path}?${query}`
          const { statusCode } = await app.server.inject({ url, headers: { cookie } })
          expect([url, statusCode]).toEqual([url, expect.toBeOneOf([400, 404])])
        }
      }
    }
  })

  it('is not found in a path', async ({ app }) => {
    const ada = await app.signUp()
    const cookie = [...ada.cookies].map((pair) => pair.join('=')).join('; ')
    const paths = everyCall.filter(([, call]) => call.params).map(([, { path }]) => `api/${path}`)
    expect(paths).not.toHaveLength(0)
    for (const path of [...paths, 'sandbox/checkout/:id', 'prompt/shared/:id', 'page/:type']) {
      for (const value of textIds.filter((text) => text.isWellFormed())) {
        const url = `/${path.replace(/:\w+/, encodeURIComponent(value))}`
        for (const method of ['GET', 'POST'] as const) {
          const { statusCode } = await app.server.inject({ method, url, headers: { cookie } })
          expect([method, url, statusCode]).toEqual([
            method,
            url,
            expect.toBeOneOf([303, 400, 404, 415]),
          ])
        }
      }
    }
  })
})

/** Creates one of each object that calls identify by id, and returns these. */
async function makeThings(app: TestApp, ada: ApiUser) {
  await app.visitor().signIn('ada@example.com', 'correct horse')
  const { sessions } = await ada.call(calls.listSessions, {})
  await oauthApp(app).connect(ada)
  const { apps } = await ada.call(calls.listApps, {})
  const token = await ada.call(calls.createToken, { name: 'Script', scopes: ['library:read'] })
  // It is pending until its recovery codes are confirmed.
  const answer = makeAuthenticator(origin).create(await ada.call(calls.getPasskeyOptions, {}))
  const passkey = await ada.call(calls.addPasskey, { answer })
  // No server listens there, so the run fails.
  const address = { dialect: 'openai' as const, baseUrl: 'http://127.0.0.1:1', key: 'secret' }
  const connection = { name: 'Mine', models: ['m'], ...address }
  const { id: connectionId } = await ada.call(calls.createConnection, connection)
  const folderId = await ada.makeFolder('Poems')
  const promptId = await ada.makePrompt('Poem', { folderId })
  const { runId } = await ada.call(calls.startRun, { ...run, promptId, connectionId })
  await ada.send(calls.followRun, { runId })
  return {
    folderId,
    promptId,
    sessionId: sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '',
    tokenId: token.id,
    appId: apps[0]?.id ?? '',
    passkeyId: passkey.id,
    connectionId,
    runId,
  }
}

const run = { attempt: '1'.repeat(32), values: [], text: 'x', model: 'm' }

/** The id of another kind: of the folder for prompts, of the prompt for all others. */
function ofAnotherKind({ folderId, promptId }: Things, id: keyof Things): string {
  return id === 'promptId' ? folderId : promptId
}

function idsOf(call: Call): (keyof Things)[] {
  return fieldsOf(call).filter((name): name is keyof Things => name.endsWith('Id'))
}

function fieldsOf(call: Call): string[] {
  const { properties = {} } = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties)
}

/** All rows of all tables. */
async function dump({ db }: TestApp): Promise<string> {
  const tables = (await db.introspection.getTables()) as { name: 'users' }[]
  const rows = await Promise.all(
    tables.map(({ name }) => db.selectFrom(name).selectAll().execute()),
  )
  return JSON.stringify(rows)
}
