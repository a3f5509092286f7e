import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '#server/core/services.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import type { MailRow } from '#server/db/schema/mails.table.ts'

/** The directory of mails without a mail server. */
export function outboxDirectory({ dataDir }: Services['config']): string {
  return join(dataDir, 'outbox')
}

/** Starts with the account's number, so that the mail can be deleted with the account. */
export function toFileName({ id, owner_no }: Pick<MailRow, 'id' | 'owner_no'>): string {
  return `${owner_no ?? 'deleted'}-${id}.eml`
}

/** Deletes an account's mails from this server's outbox. */
export async function deleteFromOutbox(config: Services['config'], owner: OwnerNo): Promise<void> {
  const outbox = outboxDirectory(config)
  const files = await readdir(outbox).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const file of files) {
    if (file.startsWith(`${owner}-`)) await rm(join(outbox, file), { force: true })
  }
}
