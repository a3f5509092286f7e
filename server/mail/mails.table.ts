import type { Generated } from 'kysely'
import type { AccountNo } from '#server/db/owner.ts'

/** A mail that is still to be sent. It goes when it is sent, or given up. */
export type MailTable = {
  id: string
  owner_no: AccountNo
  recipient: string
  subject: string
  plain_text: string
  html: string
  created_at: number
  /** While a server is sending it, when another one may take it up. */
  next_try_at: number
  tries: Generated<number>
}
