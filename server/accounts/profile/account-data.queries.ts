import type { Selectable } from 'kysely'
import type {
  DeviceTable,
  MailedTokenTable,
  SessionTable,
  UserTable,
} from '#server/accounts/accounts.table.ts'
import { listDevices } from '#server/accounts/session/devices.queries.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import type { MailTable } from '#server/mail/mails.table.ts'
import type { CreditEntryTable, SubscriptionTable } from '#server/plans/plans.table.ts'

/** All rows of an account except its library, which may be large. */
export type AccountRows = {
  user: Selectable<UserTable>
  sessions: Selectable<SessionTable>[]
  devices: Selectable<DeviceTable>[]
  mailedTokens: Selectable<MailedTokenTable>[]
  mails: Selectable<MailTable>[]
  subscriptions: Selectable<SubscriptionTable>[]
  creditEntries: Selectable<CreditEntryTable>[]
}

export async function getAccountRows(db: Handle, owner: OwnerNo): Promise<AccountRows> {
  return {
    user: await db
      .selectFrom('users')
      .selectAll()
      .where('owner_no', '=', owner)
      .executeTakeFirstOrThrow(),
    sessions: await db
      .selectFrom('sessions')
      .selectAll()
      .where('owner_no', '=', owner)
      .orderBy('created_at')
      .execute(),
    devices: await listDevices(db, owner),
    mailedTokens: await db
      .selectFrom('mailed_tokens')
      .selectAll()
      .where('owner_no', '=', owner)
      .orderBy('expires_at')
      .execute(),
    mails: await db
      .selectFrom('mails')
      .selectAll()
      .where('owner_no', '=', owner)
      .orderBy('created_at')
      .execute(),
    subscriptions: await db
      .selectFrom('subscriptions')
      .selectAll()
      .where('owner_no', '=', owner)
      .orderBy('started_at')
      .execute(),
    creditEntries: await db
      .selectFrom('credit_entries')
      .selectAll()
      .where('owner_no', '=', owner)
      .orderBy('at')
      .execute(),
  }
}
