import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { calls } from '#contract/calls.ts'
import {
  factorKinds,
  factorTables,
  type FactorTable,
} from '#server/accounts/factors/factor-kinds.rules.ts'
import { deleteFactorsSince } from '#server/accounts/factors/factors.queries.ts'
import { beginFactorReset } from '#server/accounts/factors/reset-factors.ts'
import { findAccount } from '#server/operate/admin/find-account.ts'
import { databases } from '#tests/support/databases.ts'
import { libraryTest, type TestApp } from '#tests/support/library-test.ts'

/** A third factor, which exists only here: listed, with a table. */
const table = 'security_keys' as FactorTable
beforeAll(() => {
  factorKinds[table] = { ...factorKinds.passkeys, describe: (count) => `${count} keys` }
  factorTables.push(table)
})
afterAll(() => {
  delete (factorKinds as Partial<typeof factorKinds>)[table]
  factorTables.pop()
})

const email = 'ada@example.com'
const password = 'correct horse'
const chosen = 'battery staple'
const day = 24 * 60 * 60_000

/** Registers, and gives the account only the third factor. */
async function signUpWithKey(app: TestApp, isActive: 0 | 1) {
  await sql`create table security_keys (
    owner_no bigint not null references users (owner_no) on delete cascade,
    name text not null,
    is_active integer not null,
    created_at bigint not null
  )`.execute(app.db)
  const ada = await app.signUp(email, password)
  const owner = await findAccount(app.db, email)
  if (owner === undefined) throw new Error('There is no account.')
  await sql`insert into security_keys
    values (${owner}, 'Key', ${isActive}, ${app.clock.now})`.execute(app.db)
  return { ada, owner }
}

async function listKeys(app: TestApp): Promise<unknown[]> {
  const { rows } = await sql`select name, is_active from security_keys`.execute(app.db)
  return rows
}

describe.each(databases)('A listed factor on $name', (database) => {
  const it = libraryTest(database)

  it('is required after the password, and named to anyone logging in', async ({ app }) => {
    const { ada } = await signUpWithKey(app, 1)
    const visitor = app.visitor()
    const refused = await visitor.failure(calls.login, { email, password })
    expect(refused).toEqual([403, 'second_factor_needed'])
    expect((await visitor.call(calls.getPendingLogin, {})).proofs).toEqual(['passkey'])
    expect(await ada.failure(calls.proveSession, { password })).toEqual(refused)
  })

  it('is required once its recovery codes are confirmed, and that is recorded', async ({ app }) => {
    const { ada } = await signUpWithKey(app, 0)
    await app.visitor().signIn(email, password)
    expect((await ada.call(calls.listFactors, {})).needsCodes).toBe(true)
    await ada.call(calls.renewRecoveryCodes, {})
    await ada.call(calls.confirmRecoveryCodes, {})
    expect(await listKeys(app)).toEqual([{ name: 'Key', is_active: 1 }])
    const { activity } = await ada.call(calls.listActivity, {})
    expect(activity).toContainEqual(expect.objectContaining({ kind: 'passkey_added', name: 'Key' }))
  })

  it('is deleted by a new password while pending, but never once active', async ({ app }) => {
    const { ada, owner } = await signUpWithKey(app, 0)
    await ada.call(calls.updateProfile, { password, newPassword: chosen, confirmPassword: chosen })
    expect(await listKeys(app)).toEqual([])
    await sql`insert into security_keys values (${owner}, 'Other', 1, 0)`.execute(app.db)
    await deleteFactorsSince(app.db, owner, 1)
    expect(await listKeys(app)).toEqual([{ name: 'Other', is_active: 1 }])
    await deleteFactorsSince(app.db, owner, 0)
    expect(await listKeys(app)).toEqual([])
  })

  it('keeps the recovery codes, until the operator resets both', async ({ app }) => {
    const { ada, owner } = await signUpWithKey(app, 0)
    await ada.call(calls.renewRecoveryCodes, {})
    await ada.call(calls.confirmRecoveryCodes, {})
    await deleteFactorsSince(app.db, owner, app.clock.now + 1)
    expect((await ada.call(calls.listFactors, {})).codesLeft).toBeGreaterThan(0)
    await beginFactorReset(app.services, owner)
    app.clock.now += day
    const visitor = app.visitor()
    await visitor.signIn(email, password)
    expect(await listKeys(app)).toEqual([])
    expect((await visitor.call(calls.listFactors, {})).codesLeft).toBe(0)
  })
})
