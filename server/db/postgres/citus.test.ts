import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loginCheckCalls } from '#contract/accounts/login-check.ts'
import { factorCalls, signInCalls } from '#contract/accounts/factors.ts'
import { sessionCalls } from '#contract/accounts/session.ts'
import { passwordCalls } from '#contract/accounts/password.ts'
import { recoveryCalls } from '#contract/accounts/recovery.ts'
import { googleCalls } from '#contract/accounts/google.ts'
import { emailCalls } from '#contract/accounts/email.ts'
import { profileCalls } from '#contract/accounts/profile.ts'
import { calls } from '#contract/calls.ts'
import { healthCalls } from '#contract/health.ts'
import { openInCalls } from '#contract/library/open-in/open-in.ts'
import { pageCalls } from '#contract/pages.ts'
import { migrateDatabase } from '#server/db/migrations/migrate-database.ts'
import { oauthApp } from '#tests/support/clients/oauth-app.ts'
import { databases, type TestDatabase } from '#tests/support/databases.ts'
import { makeTestApp } from '#tests/support/library-test.ts'

const color = 'f1f5f9'

/** Of the calls about accounts, only those that concern libraries are called here. */
const outsideLibraries = {
  ...loginCheckCalls,
  ...sessionCalls,
  ...factorCalls,
  ...signInCalls,
  ...passwordCalls,
  ...recoveryCalls,
  ...googleCalls,
  ...emailCalls,
  ...profileCalls,
  ...healthCalls,
  ...openInCalls,
  ...pageCalls,
}

/**
 * Citus is not available here, so PostgreSQL's own partitions replace its shards: the planner shows which of them may
 * hold a statement's rows. Citus sends the statement to as many.
 */
test('With libraries distributed by docs/citus.sql, one shard answers each statement', async () => {
  const app = await makeTestApp({ name: 'spread', make: makeSpread })
  onTestFinished(app.close)
  const emitted = vi.spyOn(Client.prototype, 'emit')
  onTestFinished(() => emitted.mockRestore())
  const takePlans = () => {
    const plans = emitted.mock.calls.flatMap(([event, notice]) =>
      event === 'notice' ? toPlan((notice as unknown as Error).message) : [],
    )
    emitted.mockClear()
    return plans.filter(({ shards }) => shards.size > 0)
  }
  const called = new Set<unknown>()
  const ada = app.visitor()
  const call: typeof ada.call = (which, ...rest) => {
    called.add(which)
    return ada.call(which, ...rest)
  }
  const account = { email: 'ada@example.com', password: 'correct horse' }
  await call(calls.register, { ...account, cpassword: account.password })
  await call(calls.login, account)
  await call(calls.logout, {})
  await call(calls.login, account)
  const { link } = await call(calls.checkOut, { id: 'plus-monthly', type: 'monthly' })
  await app.server.inject({
    method: 'POST',
    url: `${link}/pay`,
    headers: { cookie: [...ada.cookies].map((pair) => pair.join('=')).join('; ') },
  })
  await app.doDuePaymentWork()

  const { id: outer } = await call(calls.createFolder, { name: 'Outer', color })
  const { id: inner } = await call(calls.createFolder, { folderId: outer, name: 'Inner', color })
  const poem = { name: 'Poem', color, prompt: 'the same text' }
  const { id: promptId } = await call(calls.createPrompt, { ...poem, folderId: inner })
  // So many that they are frequent, and searched for in another way.
  for (let count = 0; count < 40; count++) await ada.makePrompt(`Poem ${count}`)
  const missing = { ...poem, folderId: crypto.randomUUID() }
  expect(await ada.failure(calls.createPrompt, missing)).toEqual([404, 'not_found'])
  await call(calls.listFolders, { folderId: inner })
  await call(calls.listPrompts, { folderId: inner })
  await call(calls.countFolderContents, { folderId: outer })
  expect((await call(calls.searchPrompts, { search: 'poem' })).prompts).toHaveLength(41)
  expect((await call(calls.searchPrompts, { search: 'same text' })).prompts).toHaveLength(1)
  await call(calls.getPrompt, { promptId })
  await call(calls.updatePrompt, { ...poem, promptId, name: 'Ode', notes: null })
  await call(calls.updateFolder, { folderId: inner, name: 'Innermost', color })
  await call(calls.togglePromptPublic, { promptId })
  await call(calls.movePrompt, { promptId, folderId: 'root' })
  const values = [{ name: 'topic', value: 'bread' }]
  await call(calls.saveValueSet, { promptId, name: 'Usual', values })
  await call(calls.deleteValueSet, { promptId, name: 'Usual' })
  await call(calls.setMyValues, { values })
  await call(calls.getMyValues, {})
  await call(calls.listVariableNames, {})
  await call(calls.listVersions, { promptId })
  await call(calls.getVersion, { promptId, number: 1 })
  await call(calls.labelVersion, { promptId, number: 1, label: 'First' })
  await call(calls.deleteVersions, { promptId })
  await call(calls.keepLastValues, { keepsLastValues: 1 })
  const lastValues = [{ name: 'topic', value: 'rain' }]
  await call(calls.notePromptUse, { promptId, values: lastValues })
  await call(calls.getShelf, {})
  await call(calls.listPromptNames, {})
  await call(calls.listLibrary, { whole: '1' })
  await call(calls.listChanges, {})
  await call(calls.listIds, {})
  await ada.send(calls.watchLibrary, {})
  called.add(calls.watchLibrary)
  await call(calls.listFolderTree, {})
  const scopes = ['library:read' as const]
  const { id: tokenId, token } = await call(calls.createToken, {
    name: 'x',
    scopes,
    folderId: outer,
  })
  called.add(calls.describeToken)
  await app.program(token).call(calls.describeToken, {})
  const held = await ada.makePrompt('Held', { folderId: outer })
  await app.program(token).call(calls.getPrompt, { promptId: held })
  await call(calls.listTokens, {})
  await call(calls.revokeToken, { tokenId })
  const client = oauthApp(app)
  const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
  const grants = ['authorization_code', deviceGrant]
  const clientId = await client.registered({ grant_types: grants })
  const uid = await client.beginUid(ada, clientId)
  await call(calls.describeConnection, { uid })
  const days = 30 as const
  const { location } = await call(calls.allowConnection, { uid, scopes, folderId: outer, days })
  const { searchParams } = new URL(location ?? '')
  const redeemed = await client.redeem(clientId, searchParams.get('code') ?? '')
  await client.ping(redeemed.json<{ access_token: string }>().access_token, '/mcp', {
    method: 'prompts/list',
  })
  const { user_code: userCode } = (await client.askForDevice(clientId)).json<{
    user_code: string
  }>()
  const device = await call(calls.findDeviceRequest, { userCode })
  await call(calls.refuseConnection, { uid: device.uid })
  const [{ id: appId } = { id: '' }] = (await call(calls.listApps, {})).apps
  await call(calls.endApp, { appId })
  const { ids } = await call(calls.copySelection, { promptIds: [promptId], folderId: inner })
  await call(calls.giveShortNames, { promptIds: ids })
  const selection = { promptIds: ids, folderIds: [inner] }
  const changes = [{ ...selection, folderId: 'root', color, isFavourite: 1 as const }]
  const { undo } = await call(calls.changeSelection, { changes })
  await call(calls.changeSelection, { changes: undo })
  await call(calls.deletePrompt, { promptId: await ada.makePrompt('Deleted') })
  await ada.makePrompt('Deep', { folderId: inner })
  const { trashId } = await call(calls.deleteFolder, { folderId: outer })
  await call(calls.restoreTrash, { trashId })
  const again = await call(calls.deleteSelection, { folderIds: [outer] })
  await call(calls.listTrash, {})
  await call(calls.eraseTrash, { trashId: again.trashId ?? '' })
  await call(calls.emptyTrash, {})
  const attempt = '0'.repeat(32)
  const entries = [
    { kind: 'deleted' as const, name: 'Gone', color, deletedAt: new Date().toISOString() },
    { kind: 'folder' as const, in: null, name: 'In', color },
    { kind: 'prompt' as const, in: 1, name: 'In', color, prompt: 'x' },
    {
      kind: 'version' as const,
      of: 2,
      name: 'In',
      prompt: 'y',
      writtenAt: new Date().toISOString(),
      label: null,
    },
    { kind: 'prompt' as const, in: null, name: 'Gone', color, prompt: 'x', deleted: 0 },
  ]
  const file = { attempt, name: 'poems.json', total: entries.length + 1 }
  await call(calls.importEntries, { ...file, from: 0, entries })
  const valueSets = [{ name: 'Usual', values }]
  const last = [{ kind: 'values' as const, of: 4, valueSets }]
  await call(calls.importEntries, { ...file, from: entries.length, entries: last })
  await call(calls.listImports, {})
  await call(calls.exportLibrary, {})
  const { folders: there } = await ada.call(calls.listFolders, {})
  await call(calls.listActivity, {})
  await call(calls.exportSelection, { folderIds: there.map(({ id }) => id) })
  await call(calls.undoImport, { attempt })
  const address = { dialect: 'openai' as const, baseUrl: 'http://127.0.0.1:1', key: 'key' }
  const connection = { name: 'Mine', models: ['m'], ...address }
  const { id: connectionId } = await call(calls.createConnection, connection)
  await call(calls.updateConnection, { connectionId, name: 'Ours' })
  await call(calls.listSkills, {})
  await call(calls.listConnections, {})
  await call(calls.listModels, {})
  for (const failing of [
    ada.failure(calls.testConnection, { connectionId }),
    ada.failure(calls.testAddress, address),
  ]) {
    expect(await failing).toEqual([503, 'model_unreachable'])
  }
  called.add(calls.testConnection).add(calls.testAddress)
  const run = { attempt, promptId, connectionId, values, text: 'x', model: 'm' }
  const { runId } = await call(calls.startRun, run)
  expect((await ada.send(calls.followRun, { runId })).body).toContain('"model_unreachable"')
  called.add(calls.followRun)
  await call(calls.stopRun, { runId })
  await call(calls.getRun, { runId })
  await call(calls.listRuns, { promptId })
  await call(calls.deleteRun, { runId })
  await call(calls.restoreRun, { runId })
  await call(calls.deleteRuns, { promptId })
  await call(calls.keepRuns, { keepsRuns: 0 })
  await call(calls.keepLastValues, { keepsLastValues: 0 })
  await call(calls.startRun, { ...run, attempt: '1'.repeat(32) })
  await call(calls.deleteConnection, { connectionId })
  await call(calls.createConnection, connection)
  await call(calls.listPlans, {})
  await call(calls.unsubscribe, {})
  await call(calls.getProfile, {})
  await call(calls.checkLogin, {})
  await call(calls.downloadAccount, {})
  const others = takePlans()
  expect(others.length).toBeGreaterThan(50)

  await call(calls.getSharedPrompt, { promptId })
  const [shared, ...more] = takePlans()
  expect([shared?.shards.size, more]).toEqual([shardCount, []])

  await call(calls.deleteAccount, {})
  const all = [...others, ...takePlans()]
  expect(all.filter(({ shards }) => shards.size > 1)).toEqual([])
  for (const table of [
    'libraries',
    'folders',
    'prompts',
    'prompt_search',
    'prompt_versions',
    'imports',
    'connections',
    'runs',
    'trash',
    'trashed_folders',
    'trashed_prompts',
  ] as const) {
    expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([])
  }
  const left = Object.keys(calls).filter((name) => !(name in outsideLibraries))
  expect(left.filter((name) => !called.has(calls[name as keyof typeof calls]))).toEqual([])
})

const shardCount = 4
/** Of a real cluster, by default. */
const citusShards = 32

test('In a cluster, two idle servers query the shards fewer than 60 times per minute', async () => {
  const emitted = vi.spyOn(Client.prototype, 'emit')
  onTestFinished(() => emitted.mockRestore())
  const made = await makeSpread()
  const app = await makeTestApp({ name: 'spread', make: () => Promise.resolve(made) })
  onTestFinished(app.close)
  const [sweep, other] = [app.makeSweeper(), app.makeSweeper()]
  const countTasks = () => {
    const tasks = emitted.mock.calls.flatMap(([event, notice]) =>
      event === 'notice' ? toPlan((notice as unknown as Error).message) : [],
    )
    emitted.mockClear()
    return tasks.reduce((sum, { shards }) => sum + shards.size, 0) * (citusShards / shardCount)
  }
  // Work that is due at the start.
  await sweep()
  await other()
  expect(countTasks()).toBe(2 * 6 * citusShards)
  const minutes = 30
  for (let tick = 0; tick < (minutes * 60) / 5; tick++) {
    app.clock.now += 5_000
    await sweep()
    await other()
  }
  const tasks = countTasks()
  expect(tasks).toBeGreaterThan(0)
  expect(tasks / minutes).toBeLessThan(60)
})

/** The equivalent of docs/citus.sql, with partitions; as in Citus, no foreign key may prevent it. */
const distribute = `
create function create_distributed_table(name text, key text, colocate_with text default null)
returns void language plpgsql as $$
begin
  execute format('alter table %I rename to whole', name);
  execute format('create table %I (like whole including all) partition by hash (%I)', name, key);
  for shard in 0..${shardCount - 1} loop
    execute format('create table %I partition of %I for values with (modulus ${shardCount}, remainder %s)',
      name || '_shard' || shard, name, shard);
  end loop;
  drop table whole;
end $$`

/** A PostgreSQL database whose connections receive notices of how each statement was executed. */
async function makeSpread(): Promise<TestDatabase> {
  const made = await databases.find(({ name }) => name === 'PostgreSQL')?.make('empty')
  if (made?.location.kind !== 'postgres') throw new Error('There is no PostgreSQL.')
  await migrateDatabase(made.location)
  const client = new Client({ connectionString: made.location.url })
  await client.connect()
  await client.query(distribute)
  await client.query(await readFile(new URL('../../../docs/citus.sql', import.meta.url), 'utf8'))
  for (const setting of [
    "session_preload_libraries to 'auto_explain'",
    'auto_explain.log_min_duration to 0',
    "auto_explain.log_format to 'json'",
    "auto_explain.log_level to 'notice'",
  ]) {
    await client.query(`alter database ${client.database} set ${setting}`)
  }
  await client.end()
  return made
}

type PlanNode = { 'Relation Name'?: string; Plans?: PlanNode[] }

/** The statement of a notice, and the shards that may contain its rows. */
function toPlan(notice: string): { statement: string; shards: Set<string> }[] {
  const [, json] = notice.split('plan:\n')
  if (json === undefined) return []
  const { Plan, ...rest } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode }
  const shards = new Set<string>()
  const collect = ({ 'Relation Name': relation, Plans: below = [] }: PlanNode) => {
    const shard = relation?.match(/_shard(\d)$/)?.[1]
    if (shard !== undefined) shards.add(shard)
    for (const node of below) collect(node)
  }
  collect(Plan)
  return [{ statement: rest['Query Text'], shards }]
}
