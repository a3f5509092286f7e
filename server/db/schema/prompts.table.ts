import type { Generated, GeneratedAlways } from 'kysely'
import type { promptFields } from '#contract/library/prompt-fields.ts'
import type { AccountNo } from '#server/db/owner.ts'
import type { ChangedNo } from '#server/db/schema/library.table.ts'

/**
 * The long columns come last. SQLite stores the beginning of a row on one page and the rest on overflow pages, which a
 * list does not read as long as it stops before `notes`. A column that a later release appends costs lists nothing
 * until prompts are long: with texts of 20 kB, 6 µs per row.
 */
export type PromptTable = {
  rid: number
  owner_no: AccountNo
  id: string
  /** Null at the root. */
  folder_id: string | null
  name: string
  sort_key: string
  color: string
  is_public: 0 | 1
  is_favourite: Generated<0 | 1>
  /** When it was last copied, in ISO 8601; null for never. */
  used_at: string | null
  /** Derived from the body. */
  preview: string
  variable_count: number
  created_at: string
  updated_at: string
  notes: string | null
  body: string
  /** Settings of variables, and value sets, as JSON; null if there are none. */
  variables: string | null
  value_sets: string | null
  /** Unique in the account; null for none. */
  short_name: string | null
  when_to_use: string | null
  /** The values last copied, as JSON; null if there are none, or if the account does not store them. */
  last_values: string | null
  /** In plain text, because the owner copies the link again. May outlast sharing, so that undo restores the link. */
  share_key: string | null
  changed_no: ChangedNo
}

/** The column of every field of a prompt. */
export const columnOf = {
  id: 'id',
  name: 'name',
  shortName: 'short_name',
  whenToUse: 'when_to_use',
  color: 'color',
  notes: 'notes',
  isPublic: 'is_public',
  shareKey: 'share_key',
  isFavourite: 'is_favourite',
  usedAt: 'used_at',
  prompt: 'body',
  variables: 'variables',
  valueSets: 'value_sets',
  lastValues: 'last_values',
  preview: 'preview',
  variableCount: 'variable_count',
  folderId: 'folder_id',
  updatedAt: 'updated_at',
} as const satisfies Record<keyof typeof promptFields, keyof PromptTable>

/** The search texts, in a separate table so that moving a prompt does not touch the index. */
export type PromptSearchTable = {
  rid: number
  owner_no: AccountNo
  /** A copy of the prompt's name, to sort hits without reading prompts. */
  sort_key: string
  /** The name's part of `text`. */
  folded_name: GeneratedAlways<string>
  text: string
}
