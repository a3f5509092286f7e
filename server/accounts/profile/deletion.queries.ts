import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { deleteAll } from '#server/users/users.queries.ts'
import type { Handle } from '#server/db/database.ts'
import type { AccountNo } from '#server/db/owner.ts'
import { sweepTrigramsOf } from '#server/db/sqlite/trigrams.ts'
import { firstBatch } from '#server/library/batches.rules.ts'
import { promptBytes } from '#server/library/prompts/prompts.queries.ts'

/** Batch sizes that delete within milliseconds, for which other writers wait. */
const rowsAtOnce = 200
const longRowsAtOnce = 20

/** Tables whose rows allow users to log in to an account, act for it or receive mail from it, and its activity. */
const tablesOfAccount = [
  'sessions',
  'tokens',
  'apps',
  'devices',
  'passkeys',
  'totp_secrets',
  'recovery_codes',
  'pending_logins',
  'challenges',
  'activity',
  'mailed_tokens',
  'mails',
  'google_links',
  'sandbox_checkouts',
  'connections',
] as const

/**
 * Removes an account's address, logins and connections, which marks it for deletion. Its id is kept in `deletions`.
 *
 * @param now in milliseconds since 1970
 */
export async function deactivateAccount(
  transaction: Handle,
  owner: AccountNo,
  now: number,
): Promise<void> {
  await transaction
    .insertInto('deletions')
    .columns(['user_id', 'deleted_at'])
    .expression((from) =>
      from
        .selectFrom('users')
        .select(['id', sql.lit(now).as('deleted_at')])
        .where('owner_no', '=', owner)
        .where('email', '<>', ''),
    )
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  for (const table of tablesOfAccount) {
    await deleteAll(transaction, table, owner)
  }
  const nobody = randomUUIDv7()
  await transaction
    .updateTable('users')
    .set({
      // A new id, so that late events of the payment provider do not find the account.
      id: nobody,
      email: '',
      email_key: nobody,
      password_hash: null,
      google_subject: null,
      google_issuer: null,
      stripe_customer: null,
      stripe_checkout: null,
      factors_reset_at: null,
    })
    .where('owner_no', '=', owner)
    .execute()
  // Their servers notice at the next heartbeat, and abort them.
  await transaction
    .deleteFrom('runs')
    .where('owner_no', '=', owner)
    .where('state', '=', sql.lit('running'))
    .execute()
}

/** An account that is marked for deletion. */
export async function findDeactivatedAccount(db: Handle): Promise<AccountNo | undefined> {
  const row = await db
    .selectFrom('users')
    .select('owner_no')
    // A literal, so that SQLite uses the partial index.
    .where('email', '=', sql.lit(''))
    .limit(1)
    .executeTakeFirst()
  return row?.owner_no
}

/** An account that was deleted before, and has been restored from a backup. */
export async function findReturnedAccount(db: Handle): Promise<AccountNo | undefined> {
  const row = await db
    .selectFrom('users')
    .innerJoin('deletions', 'deletions.user_id', 'users.id')
    .select('users.owner_no')
    .limit(1)
    .executeTakeFirst()
  return row?.owner_no
}

/** Deletes a batch of rows of a library. Returns whether there were any, except folders, imports and connections. */
export async function deleteSomeRows(transaction: Handle, owner: AccountNo): Promise<boolean> {
  for (const table of ['prompts', 'trashed_prompts'] as const) {
    const found = await transaction
      .selectFrom(table)
      .select(['rid', promptBytes.as('bytes')])
      .where('owner_no', '=', owner)
      .limit(rowsAtOnce)
      .execute()
    if (found.length === 0) continue
    const rids = firstBatch(found).map(({ rid }) => rid)
    await transaction
      .deleteFrom(table)
      .where('owner_no', '=', owner)
      .where('rid', 'in', rids)
      .execute()
    await sweepTrigramsOf(transaction, rids)
    return true
  }
  for (const [table, key, limit] of [
    ['prompt_versions', 'prompt_rid', longRowsAtOnce],
    ['runs', 'id', longRowsAtOnce],
    ['trashed_folders', 'rid', rowsAtOnce],
    ['trash', 'rid', rowsAtOnce],
  ] as const) {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)}
      where owner_no = ${owner} and ${sql.ref(key)} in (select ${sql.ref(key)}
        from ${sql.table(table)} where owner_no = ${owner} limit ${sql.lit(limit)})`.execute(
      transaction,
    )
    if (numAffectedRows > 0n) return true
  }
  return false
}
