import type { Generated, Selectable } from 'kysely'
import type { AccountNo } from '#server/db/owner.ts'

/** A mail to be sent; its row is deleted when it is sent or dropped. */
export type MailTable = {
  id: string
  /** Null: the account is deleted, as the mail confirms. */
  owner_no: AccountNo | null
  recipient: string
  subject: string
  plain_text: string
  html: string
  created_at: number
  /** While a server is sending it, the end of that server's lease. */
  next_try_at: number
  tries: Generated<number>
}

export type MailRow = Selectable<MailTable>
