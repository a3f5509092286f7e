import { sql, type Insertable, type Selectable } from 'kysely'
import type { Handle } from '#server/db/database.ts'
import type { MailTable } from '#server/mail/mails.table.ts'
import { isDue } from '#server/work/due.queries.ts'

export type MailRow = Selectable<MailTable>

export async function insertMail(db: Handle, mail: Insertable<MailTable>): Promise<void> {
  await db.insertInto('mails').values(mail).execute()
}

/**
 * Takes up the mail that has been due the longest, if there is one: until `leaseMs` from now nobody
 * else does, on any server.
 */
export async function claimDueMail(
  db: Handle,
  now: number,
  leaseMs: number,
): Promise<MailRow | undefined> {
  while (true) {
    const due = await db
      .selectFrom('mails')
      .select(['id', 'next_try_at'])
      .where(isDue(now))
      .orderBy('next_try_at')
      .limit(1)
      .executeTakeFirst()
    if (due === undefined) return undefined
    const claimed = await db
      .updateTable('mails')
      .set({ next_try_at: now + leaseMs, tries: sql`tries + 1` })
      .where('id', '=', due.id)
      .where('next_try_at', '=', due.next_try_at)
      .returningAll()
      .executeTakeFirst()
    // Otherwise another server was quicker, and there may be more.
    if (claimed !== undefined) return claimed
  }
}

/** Has a claimed mail tried again, unless somebody else has claimed it since. */
export async function postponeMail(
  db: Handle,
  { id, tries }: Pick<MailRow, 'id' | 'tries'>,
  nextTryAt: number,
): Promise<void> {
  await db
    .updateTable('mails')
    .set({ next_try_at: nextTryAt })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .execute()
}

export async function deleteMail(db: Handle, id: string): Promise<void> {
  await db.deleteFrom('mails').where('id', '=', id).execute()
}
