import type { Client } from '#contract/core/client.ts'
import type { Prompt } from '#contract/library/prompts.ts'
import type { Decision } from '#cli/sync/decide-change.ts'
import type { LocalFile, Problem } from '#cli/sync/read-directory.ts'
import type { KnownPrompt, ListedPrompt, SyncState } from '#cli/sync/sync-state.ts'
import type { Texts } from '#cli/core/texts.ts'

/** The action for the file at a path, done or planned. */
export type SyncAction = {
  what:
    | 'pulled'
    | 'pushed'
    | 'created-here'
    | 'created-there'
    | 'deleted-here'
    | 'deleted-there'
    | 'moved-here'
    | 'moved-there'
    | 'conflict'
  path: string
  /** For a conflict: the file with the library's version. */
  theirs?: string
}

export type SyncReport = { actions: SyncAction[]; problems: Problem[]; unchanged: number }

export type SyncOptions = {
  client: Client
  directory: string
  state: SyncState
  texts: Texts
  /** Only reports what would be done. */
  isTrial: boolean
  /** Whether the token may change the library. */
  canWrite: boolean
  /** Whether the token may give prompts short names. One for a folder may not. */
  canName: boolean
  /**
   * Asks before deleting many prompts on either side, with their number, and before a first sync creates many.
   *
   * @throws if the answer is no
   */
  confirm: (counts: { here: number; there: number; created: number }) => Promise<void>
  /** Called after each change with the number of changes attempted, and of all. */
  onProgress?: (done: number, total: number) => void
}

/** One prompt: its state on both sides and at the last sync. */
export type Change = {
  id: string
  file: LocalFile | undefined
  listed: ListedPrompt | undefined
  entry: KnownPrompt | undefined
  /** The prompt in the library, if it has been read. */
  prompt: Prompt | undefined
  decision: Decision
}
