import type { Handle } from '#server/db/database.ts'

/** The oldest unsent mails of all accounts, without their texts. */
export function listQueuedMails(db: Handle, limit: number) {
  return db
    .selectFrom('mails')
    .select(['id', 'recipient', 'subject', 'created_at', 'next_try_at', 'tries'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/**
 * Makes one or all unsent mails due. Returns how many. One that is currently being sent may arrive twice, with the same
 * message id.
 */
export async function retryMails(db: Handle, id: string | undefined, now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ next_try_at: now })
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
