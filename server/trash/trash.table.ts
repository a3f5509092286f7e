import type { Prompt } from '#contract/prompts.ts'
import type { AccountNo } from '#server/db/owner.ts'
import type { FolderTable, storedColumns as folderColumns } from '#server/folders/folders.table.ts'
import type { columnOf, PromptTable } from '#server/prompts/prompts.table.ts'

/** What was deleted at once. Its prompts and folders are in tables of their own, under their former keys. */
export type TrashTable = {
  rid: number
  owner_no: AccountNo
  id: string
  /** Of the prompt or folder; of a selection, of the first. */
  name: string
  color: string
  folders: number
  prompts: number
  /** Of the texts of its prompts. */
  bytes: number
  /** How many prompts the library held before: restoring may exceed the plan's limit up to that number. */
  prompts_before: number
  /** 0 once it is to be deleted for good. */
  deleted_at: number
  /** When it began to come back; null unless it does. */
  restoring_at: number | null
}

export type TrashedFolderTable = { trash_id: string } & Pick<
  FolderTable,
  (typeof folderColumns)[number]
>

/** A prompt without what is derived from it. */
export type TrashedPromptTable = { trash_id: string } & Pick<
  PromptTable,
  'rid' | 'owner_no' | 'created_at' | (typeof columnOf)[keyof Prompt]
>
