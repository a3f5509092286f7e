import type { Handle } from '#server/db/database.ts'

/** Takes a lease for `forMs`, unless another server, or this one, holds it. A single statement, so that one gets it. */
export async function takeLease(
  db: Handle,
  name: string,
  now: number,
  forMs: number,
): Promise<boolean> {
  const row = await db
    .insertInto('leases')
    .values({ name, expires_at: now + forMs })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ expires_at: now + forMs })
        .where('leases.expires_at', '<=', now),
    )
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}

/** Lets a lease that this server holds end at another time. */
export async function extendLease(db: Handle, name: string, expiresAt: number): Promise<void> {
  await db.updateTable('leases').set({ expires_at: expiresAt }).where('name', '=', name).execute()
}
