import { sql } from 'kysely'
import type { ListedPrompt } from '#contract/transfer/export.ts'
import type { Handle } from '#server/db/database.ts'
import { isPostgres } from '#server/db/dialect.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ridRange } from '#server/db/rid.ts'
import { subtreeOf } from '#server/library/folders/folders.queries.ts'
import { rowsInPage } from '#server/library/collect-list.ts'

export type ListedRow = ListedPrompt & { rid: number }

/** Lists an owner's prompts, or those of a folder at any depth, after a key. */
export async function listPromptStates(
  db: Handle,
  owner: OwnerNo,
  { folderId, after }: { folderId: string | undefined; after: number | undefined },
): Promise<ListedRow[]> {
  const [first, last] = ridRange(owner)
  // On SQLite, a condition on the owner would make the planner ignore the order of the file.
  const ofOwner = isPostgres(db) ? sql`owner_no = ${owner} and` : sql``
  const inFolder =
    folderId === undefined ? sql`` : sql`and folder_id in ${subtreeOf(owner, [folderId])}`
  const { rows } = await sql<ListedRow>`
    select rid, id, folder_id as "folderId", short_name as "shortName", color,
      updated_at as "updatedAt"
    from prompts where ${ofOwner} rid > ${after ?? first} and rid <= ${last} ${inFolder}
    order by rid limit ${sql.lit(rowsInPage)}`.execute(db)
  return rows
}
