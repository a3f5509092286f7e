import type { GeneratedAlways } from 'kysely'
import type { AccountNo } from '#server/db/owner.ts'

/**
 * The long columns come last: SQLite keeps the beginning of a row together and the rest on further
 * pages, so a list that stops before `notes` never reads those.
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
  /**
   * The prompt as its card shows it, in the contract's JSON, made anew with every change: a list sends
   * it as it is, which is twice as quick as reading and writing out its parts.
   */
  card: string
  created_at: string
  updated_at: string
  notes: string | null
  body: string
}

/** What a search looks at, in a table of its own so that moving a prompt leaves the index alone. */
export type PromptSearchTable = {
  rid: number
  owner_no: AccountNo
  /** The prompt's own, so that hits come in order without a look at the prompts. */
  sort_key: string
  /** The part of the text that is the name. */
  folded_name: GeneratedAlways<string>
  text: string
}
