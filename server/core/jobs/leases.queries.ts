import type { Handle } from '#server/db/database.ts'

/** Acquires a lease for `forMs`, unless it is held. A single statement, so that only one server gets it. */
export async function acquireLease(
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

/** Changes the expiry of a lease that this server holds. */
export async function extendLease(db: Handle, name: string, expiresAt: number): Promise<void> {
  await db.updateTable('leases').set({ expires_at: expiresAt }).where('name', '=', name).execute()
}
