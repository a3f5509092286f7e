import type { ValueSet } from '#contract/variables/value-schemas.ts'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'

/** A library as it passes through files: as the account's download and the library's export have it. */
export type LibraryFile = {
  folders: StoredFolder[]
  prompts: StoredPrompt[]
  trash: TrashEntry[]
  trashedFolders: (StoredFolder & { trashId: string })[]
  trashedPrompts: (StoredPrompt & { trashId: string })[]
  versions: StoredVersion[]
}

/** Ids are of the file only. A folder comes before those in it. */
export type StoredFolder = {
  id: string
  parentId: string | null
  name: string
  color: string
  createdAt?: string
}

export type StoredPrompt = {
  id: string
  folderId: string | null
  name: string
  color: string
  /** In its stored form. */
  prompt: string
  notes: string | null
  variables: VariableSetting[]
  valueSets: ValueSet[]
  isFavourite: 0 | 1
  usedAt: string | null
  createdAt?: string
  updatedAt?: string
}

export type StoredVersion = {
  promptId: string
  name: string
  prompt: string
  notes: string | null
  variables: VariableSetting[]
  writtenAt: string
  label: string | null
}

export type TrashEntry = { id: string; name: string; color: string; deletedAt: string }
