import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import {
  factorKinds,
  factorTables,
  type FactorKind,
  type FactorTable,
} from '#server/accounts/factors/factor-kinds.rules.ts'
import type {
  ChallengeTable,
  PasskeyTable,
  PendingLoginTable,
  RecoveryCodeTable,
  TotpSecretTable,
} from '#server/db/schema/factors.table.ts'
import { deleteAll } from '#server/users/users.queries.ts'
import type { Handle } from '#server/db/database.ts'
import type { AccountNo, OwnerNo } from '#server/db/owner.ts'

export type PasskeyRow = Selectable<PasskeyTable>
export type TotpRow = Selectable<TotpSecretTable>

/** How many active factors of each kind an account has, and how many recovery codes. */
export type CountedFactors = Record<FactorTable | 'codes', number>

const countAll = () =>
  sql.join([
    ...factorTables.map(
      (table) => sql`(select count(*) from ${sql.table(table)} as factor
      where factor.owner_no = users.owner_no and is_active = 1) as ${sql.ref(table)}`,
    ),
    sql`(select count(*) from recovery_codes
    where recovery_codes.owner_no = users.owner_no and is_kept = 1) as codes`,
  ])

type Counts = Record<keyof CountedFactors, number | string>

/** Whether anything is required in addition to the password. Recovery codes do not count as a factor. */
export function hasFactor(factors: CountedFactors): boolean {
  return factorTables.some((table) => factors[table] > 0)
}

export async function countFactors(db: Handle, account: AccountNo): Promise<CountedFactors> {
  const { rows } = await sql<Counts>`
    select ${countAll()} from users where owner_no = ${account}`.execute(db)
  return toNumbers(rows[0])
}

/**
 * The state that a login depends on: whether the account is blocked, its factors, and when an operator's reset removes
 * them.
 */
export async function findEntry(
  db: Handle,
  account: AccountNo,
): Promise<{ isBlocked: boolean; resetAt: number | null; factors: CountedFactors }> {
  type Row = Counts & { blocked_at: number | null; factors_reset_at: number | null }
  const { rows } = await sql<Row>`
    select blocked_at, factors_reset_at, ${countAll()} from users where owner_no = ${account}`.execute(
    db,
  )
  const [row] = rows
  return {
    isBlocked: row !== undefined && row.blocked_at !== null,
    resetAt: row?.factors_reset_at ?? null,
    factors: toNumbers(row),
  }
}

function toNumbers(counts: Counts | undefined): CountedFactors {
  const names = [...factorTables, 'codes' as const]
  return Object.fromEntries(
    names.map((name) => [name, Number(counts?.[name] ?? 0)]),
  ) as CountedFactors
}

/** The passkeys of an account, oldest first. */
export async function listPasskeys(db: Handle, owner: OwnerNo): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('owner_no', '=', owner)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export type PasskeyOfUser = PasskeyRow & { user_id: string }

/** Finds a passkey by its WebAuthn id, in any account. */
export async function findPasskey(
  db: Handle,
  credentialId: string,
): Promise<PasskeyOfUser | undefined> {
  return db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.owner_no', 'passkeys.owner_no')
    .selectAll('passkeys')
    .select('users.id as user_id')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

export async function insertPasskey(db: Handle, passkey: Insertable<PasskeyTable>): Promise<void> {
  await db.insertInto('passkeys').values(passkey).execute()
}

/** Records a passkey's use, unless its counter went back. Returns whether it was recorded. */
export async function recordPasskeyUse(
  db: Handle,
  id: string,
  use: Pick<PasskeyRow, 'counter' | 'is_synced' | 'used_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set(use)
    .where('id', '=', id)
    .where((where) => where.or([where('counter', '=', 0), where('counter', '<', use.counter)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns whether there was one. */
export async function renamePasskey(
  db: Handle,
  owner: OwnerNo,
  id: string,
  name: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ name })
    .where('owner_no', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deletePasskey(db: Handle, owner: OwnerNo, id: string): Promise<void> {
  await db.deleteFrom('passkeys').where('owner_no', '=', owner).where('id', '=', id).execute()
}

export async function findTotp(db: Handle, owner: OwnerNo): Promise<TotpRow | undefined> {
  return db.selectFrom('totp_secrets').selectAll().where('owner_no', '=', owner).executeTakeFirst()
}

/** Adds an authenticator app, or replaces the existing one. */
export async function putTotp(db: Handle, row: TotpRow): Promise<void> {
  const { owner_no: _owner, ...others } = row
  await db
    .insertInto('totp_secrets')
    .values(row)
    .onConflict((conflict) => conflict.column('owner_no').doUpdateSet(others))
    .execute()
}

/** Marks a step of an active authenticator app as used. Of several requests with its code, only one succeeds. */
export async function spendStep(db: Handle, owner: OwnerNo, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('owner_no', '=', owner)
    .where('is_active', '=', 1)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The hashes of the confirmed recovery codes, or of the pending ones. */
export async function listRecoveryCodes(
  db: Handle,
  owner: OwnerNo,
  isKept: boolean,
): Promise<string[]> {
  const rows = await db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('owner_no', '=', owner)
    .where('is_kept', '=', isKept ? 1 : 0)
    .execute()
  return rows.map(({ code_hash }) => code_hash)
}

/** Replaces the pending recovery codes. */
export async function replaceWaitingCodes(
  transaction: Handle,
  owner: OwnerNo,
  hashes: readonly string[],
  now: number,
): Promise<void> {
  await deleteCodes(transaction, owner, false)
  await transaction
    .insertInto('recovery_codes')
    .values(
      hashes.map((code_hash): Selectable<RecoveryCodeTable> => ({
        owner_no: owner,
        code_hash,
        is_kept: 0,
        created_at: now,
      })),
    )
    .execute()
}

/** Deletes the confirmed recovery codes, or the pending ones. */
export async function deleteCodes(db: Handle, owner: OwnerNo, isKept: boolean): Promise<void> {
  await db
    .deleteFrom('recovery_codes')
    .where('owner_no', '=', owner)
    .where('is_kept', '=', isKept ? 1 : 0)
    .execute()
}

/** Confirms pending recovery codes. Call `deleteCodes` for the previous ones first. */
export async function keepCodes(transaction: Handle, owner: OwnerNo): Promise<void> {
  await transaction
    .updateTable('recovery_codes')
    .set({ is_kept: 1 })
    .where('owner_no', '=', owner)
    .execute()
}

/** Invalidates a recovery code. Of several requests with it, only one succeeds. */
export async function spendRecoveryCode(
  db: Handle,
  owner: OwnerNo,
  hash: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('owner_no', '=', owner)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Activates all pending factors of an account. Returns which were added, with the names of those that have one. */
export async function activateWaitingFactors(
  transaction: Handle,
  owner: OwnerNo,
): Promise<{ kind: FactorKind['added']; name?: string }[]> {
  const added = []
  for (const table of factorTables) {
    const { rows } = await sql<{ name?: string }>`update ${sql.table(table)} set is_active = 1
      where owner_no = ${owner} and is_active = 0 returning *`.execute(transaction)
    const { added: kind } = factorKinds[table]
    added.push(...rows.map(({ name }) => ({ kind, ...(name !== undefined && { name }) })))
  }
  return added
}

/** Whether an account has any factor, even a pending one. */
export async function hasAnyFactor(db: Handle, owner: AccountNo): Promise<boolean> {
  return hasRow(db, (table) => sql`select 1 from ${sql.table(table)} where owner_no = ${owner}`)
}

/** Whether an account has a pending factor. */
export async function hasWaitingFactor(db: Handle, owner: AccountNo): Promise<boolean> {
  return hasRow(
    db,
    (table) => sql`select 1 from ${sql.table(table)} where owner_no = ${owner} and is_active = 0`,
  )
}

async function hasRow(
  db: Handle,
  select: (table: FactorTable) => RawBuilder<unknown>,
): Promise<boolean> {
  const { rows } = await sql.join(factorTables.map(select), sql` union all `).execute(db)
  return rows.length > 0
}

/** Deletes the factors and recovery codes that were created at `since` or later, in milliseconds since 1970. */
export async function deleteFactorsSince(
  transaction: Handle,
  owner: OwnerNo,
  since: number,
): Promise<void> {
  for (const table of [...factorTables, 'recovery_codes' as const]) {
    await transaction
      .deleteFrom(table)
      .where('owner_no', '=', owner)
      .where('created_at', '>=', since)
      .execute()
  }
  await deleteUselessCodes(transaction, owner)
}

/** Deletes the pending factors and recovery codes. */
export async function deleteWaitingFactors(transaction: Handle, owner: OwnerNo): Promise<void> {
  for (const table of factorTables) {
    await transaction
      .deleteFrom(table)
      .where('owner_no', '=', owner)
      .where('is_active', '=', 0)
      .execute()
  }
  await deleteUselessCodes(transaction, owner)
}

/** Deletes the recovery codes of an account that has no factor left, not even a pending one. */
export async function deleteUselessCodes(transaction: Handle, owner: OwnerNo): Promise<void> {
  if (!(await hasAnyFactor(transaction, owner))) {
    await deleteAll(transaction, 'recovery_codes', owner)
  }
}

export async function insertPendingLogin(
  db: Handle,
  login: Insertable<PendingLoginTable>,
): Promise<void> {
  await db.insertInto('pending_logins').values(login).execute()
}

type PendingLogin = Pick<Selectable<PendingLoginTable>, 'owner_no' | 'password_hash' | 'link_hash'>

/** Finds a pending login, in any account. */
export async function findPendingLogin(
  db: Handle,
  tokenHash: string,
  now: number,
): Promise<PendingLogin | undefined> {
  return db
    .selectFrom('pending_logins')
    .select(['owner_no', 'password_hash', 'link_hash'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Ends an owner's pending login. Of several requests, only one succeeds. */
export async function consumePendingLogin(
  transaction: Handle,
  owner: OwnerNo,
  tokenHash: string,
  now: number,
): Promise<PendingLogin | undefined> {
  return transaction
    .deleteFrom('pending_logins')
    .where('token_hash', '=', tokenHash)
    .where('owner_no', '=', owner)
    .where('expires_at', '>', now)
    .returning(['owner_no', 'password_hash', 'link_hash'])
    .executeTakeFirst()
}

/** Adds a challenge. Replaces the account's previous one for the same purpose. */
export async function putChallenge(
  db: Handle,
  challenge: Insertable<ChallengeTable>,
): Promise<void> {
  const { owner_no, purpose } = challenge
  if (owner_no !== null && owner_no !== undefined) await deleteChallenges(db, owner_no, purpose)
  await db.insertInto('challenges').values(challenge).execute()
}

export async function deleteChallenges(
  db: Handle,
  owner: AccountNo,
  purpose: ChallengeTable['purpose'],
): Promise<void> {
  await db
    .deleteFrom('challenges')
    .where('owner_no', '=', owner)
    .where('purpose', '=', purpose)
    .execute()
}

type BoundTo = Pick<Selectable<ChallengeTable>, 'owner_no' | 'purpose' | 'browser_hash'>

/** Invalidates a challenge, only for the same purpose, account and browser. Returns whether it was still valid. */
export async function consumeChallenge(
  db: Handle,
  challengeHash: string,
  { owner_no, purpose, browser_hash }: BoundTo,
  now: number,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('challenges')
    .where('challenge_hash', '=', challengeHash)
    .where('purpose', '=', purpose)
    .where('browser_hash', '=', browser_hash)
    .where('owner_no', owner_no === null ? 'is' : '=', owner_no)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The sealed secret of the authenticator app that an owner is adding. */
export async function findNewTotp(
  db: Handle,
  owner: OwnerNo,
  now: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('challenges')
    .select('sealed_secret')
    .where('owner_no', '=', owner)
    .where('purpose', '=', 'totp')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.sealed_secret ?? undefined
}

/** The secrets of all owners that were sealed with another key than `name`, in pages. */
export async function listTotpSealedAfter(
  db: Handle,
  name: string,
  last: AccountNo,
  limit: number,
): Promise<TotpRow[]> {
  return db
    .selectFrom('totp_secrets')
    .selectAll()
    .where('sealed_secret', 'not like', `${name}.%`)
    .where('owner_no', '>', last)
    .orderBy('owner_no')
    .limit(limit)
    .execute()
}

/** How many secrets of all owners were sealed with another key than `name`. */
export async function countTotpSealedByOthers(db: Handle, name: string): Promise<number> {
  const { count } = await db
    .selectFrom('totp_secrets')
    .select(sql<number | string>`count(*)`.as('count'))
    .where('sealed_secret', 'not like', `${name}.%`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Replaces a sealed secret, unless it has been changed since it was read. */
export async function replaceSealedSecret(
  db: Handle,
  { owner_no, sealed_secret }: TotpRow,
  resealed: string,
): Promise<void> {
  await db
    .updateTable('totp_secrets')
    .set({ sealed_secret: resealed })
    .where('owner_no', '=', owner_no)
    .where('sealed_secret', '=', sealed_secret)
    .execute()
}

/** The accounts whose factors are due to be removed by an operator's reset. */
export async function listDueResets(db: Handle, now: number, limit: number): Promise<AccountNo[]> {
  const rows = await db
    .selectFrom('users')
    .select('owner_no')
    .where('factors_reset_at', '<=', now)
    .where('factors_reset_at', 'is not', null)
    .limit(limit)
    .execute()
  return rows.map(({ owner_no }) => owner_no)
}
