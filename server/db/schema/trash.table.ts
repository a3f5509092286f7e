import type { Prompt } from '#contract/library/prompts.ts'
import type { AccountNo } from '#server/db/owner.ts'
import type {
  FolderTable,
  storedColumns as folderColumns,
} from '#server/db/schema/folders.table.ts'
import type { columnOf, PromptTable } from '#server/db/schema/prompts.table.ts'

/** The result of one deletion. Its prompts and folders are in separate tables, under their original keys. */
export type TrashTable = {
  rid: number
  owner_no: AccountNo
  id: string
  /** The name of the prompt or folder, or of the first in a selection. */
  name: string
  color: string
  folders: number
  prompts: number
  /** The size of its prompts' texts. */
  bytes: number
  /** The library's prompts before the deletion: restoring may exceed the plan's limit up to this number. */
  prompts_before: number
  /** 0 once the item is due for permanent deletion. */
  deleted_at: number
  /** When restoring began; null otherwise. */
  restoring_at: number | null
}

export type TrashedFolderTable = { trash_id: string } & Pick<
  FolderTable,
  (typeof folderColumns)[number]
>

/** A prompt without its derived columns. */
export type TrashedPromptTable = { trash_id: string } & Pick<
  PromptTable,
  'rid' | 'owner_no' | 'created_at' | (typeof columnOf)[keyof Prompt]
>
