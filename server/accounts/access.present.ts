import type { Access } from '#contract/accounts/access.ts'
import { parseScopes } from '#contract/core/scopes.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { listFolderNames } from '#server/library/folders/folders.queries.ts'

type AccessRow = {
  id: string
  scopes: string
  root: string | null
  created_at: number
  used_at: number | null
}

/** Presents rows of an owner's tokens or apps. `present` adds the fields specific to each. */
export async function presentAccess<Row extends AccessRow, Own extends object>(
  db: Handle,
  owner: OwnerNo,
  rows: readonly Row[],
  present: (row: Row) => Own,
): Promise<(Access & Own)[]> {
  const roots = [...new Set(rows.map(({ root }) => root))].filter((root) => root !== null)
  const names = await listFolderNames(db, owner, roots)
  return rows.map((row) => ({
    id: row.id,
    scopes: parseScopes(row.scopes),
    folder: row.root === null ? null : { id: row.root, name: names.get(row.root) ?? null },
    createdAt: new Date(row.created_at).toISOString(),
    lastUsedOn: row.used_at === null ? null : new Date(row.used_at).toISOString().slice(0, 10),
    ...present(row),
  }))
}
