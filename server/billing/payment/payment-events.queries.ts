import type { Handle } from '#server/db/database.ts'

/** Records an event; returns whether it is new. The second of two concurrent ones waits for the first. */
export async function insertPaymentEvent(db: Handle, id: string, now: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('payment_events')
    .values({ id, received_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}
