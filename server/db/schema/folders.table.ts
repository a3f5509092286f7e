import type { Generated } from 'kysely'
import type { AccountNo } from '#server/db/owner.ts'
import type { ChangedNo } from '#server/db/schema/library.table.ts'

/** The columns of a folder's row that are not derived from others. */
export const storedColumns = [
  'rid',
  'owner_no',
  'id',
  'parent_id',
  'name',
  'color',
  'is_favourite',
  'created_at',
] as const

export type FolderTable = {
  rid: number
  owner_no: AccountNo
  id: string
  /** Null at the root. */
  parent_id: string | null
  name: string
  sort_key: string
  /** The name, folded for search. */
  folded_name: string
  color: string
  is_favourite: Generated<0 | 1>
  created_at: string
  changed_no: ChangedNo
}
