import { sql, type Selectable } from 'kysely'
import { listDevices } from '#server/accounts/session/devices.queries.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import type { Tables } from '#server/db/schema/tables.ts'

export type AccountRows = Awaited<ReturnType<typeof getAccountRows>>

/** All rows of an account except its library, which may be large. */
export async function getAccountRows(db: Handle, owner: OwnerNo) {
  const listBy = async <Name extends keyof Tables>(
    table: Name,
    moment: keyof Tables[Name] & string,
  ): Promise<Selectable<Tables[Name]>[]> => {
    const { rows } = await sql<Selectable<Tables[Name]>>`select * from ${sql.table(table)}
      where owner_no = ${owner} order by ${sql.ref(moment)}`.execute(db)
    return rows
  }
  return {
    user: await db
      .selectFrom('users')
      .selectAll()
      .where('owner_no', '=', owner)
      .executeTakeFirstOrThrow(),
    sessions: await listBy('sessions', 'created_at'),
    tokens: await listBy('tokens', 'created_at'),
    apps: await listBy('apps', 'created_at'),
    passkeys: await listBy('passkeys', 'created_at'),
    totpSecrets: await listBy('totp_secrets', 'created_at'),
    recoveryCodes: await listBy('recovery_codes', 'created_at'),
    devices: await listDevices(db, owner),
    mailedTokens: await listBy('mailed_tokens', 'expires_at'),
    mails: await listBy('mails', 'created_at'),
    subscriptions: await listBy('subscriptions', 'started_at'),
    creditEntries: await listBy('credit_entries', 'at'),
  }
}
