import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ridRange } from '#server/db/rid.ts'
import { fromFieldColumns } from '#server/library/prompts/prompts.rules.ts'
import type { LibraryCopy } from '#tests/support/clients/library-copy.ts'

type Rows = ReturnType<LibraryCopy['rows']>

/** Reads the folders and prompts of the only library, in the form and order of a copy. */
export async function readRows(db: Handle, owner: OwnerNo): Promise<Rows> {
  const [first] = ridRange(owner)
  const folders = await db.selectFrom('folders').selectAll().orderBy('id').execute()
  const rows = await db.selectFrom('prompts').selectAll().orderBy('id').execute()
  return {
    folders: folders.map(({ id, parent_id, name, color, is_favourite, rid }) => {
      const createdNo = rid - first
      return { id, parentId: parent_id, name, color, isFavourite: is_favourite, createdNo }
    }),
    prompts: rows.map(({ preview, variable_count, rid, ...row }) => {
      const card = { preview, variableCount: variable_count, createdNo: rid - first }
      return { ...fromFieldColumns(row), ...card }
    }),
  }
}

/** Reads the number of the only library. */
export async function readChangeNo(db: Handle): Promise<number> {
  const row = await db.selectFrom('libraries').select('change_no').executeTakeFirstOrThrow()
  return row.change_no
}

/** Using a prompt changes no copy. */
export function withoutUse({ folders, prompts }: Rows): Rows {
  return { folders, prompts: prompts.map((row) => ({ ...row, usedAt: null, lastValues: [] })) }
}

/** The rows of a folder at any depth, as in its copy. */
export function rowsWithin({ folders, prompts }: Rows, root: string): Rows {
  const inside = new Set([root])
  for (let size = 0; size < inside.size;) {
    size = inside.size
    for (const { id, parentId } of folders) if (inside.has(parentId ?? '')) inside.add(id)
  }
  return {
    folders: folders
      .filter(({ id }) => inside.has(id))
      .map((folder) => (folder.id === root ? { ...folder, parentId: null } : folder)),
    prompts: prompts.filter(({ folderId }) => inside.has(folderId ?? '')),
  }
}
