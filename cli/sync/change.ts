import type { Client } from '#contract/core/client.ts'
import type { Prompt } from '#contract/library/prompts.ts'
import type { ListedPrompt } from '#contract/transfer/export.ts'
import type { Decision } from '#cli/sync/decide-change.ts'
import type { LocalFile, Problem } from '#cli/sync/read-directory.ts'
import type { KnownPrompt, SyncState } from '#cli/sync/sync-state.ts'
import type { Texts } from '#cli/core/texts.ts'

/** What was done, or would be, with the file of a path. */
export type Deed = {
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
  /** Of a conflict: the file with the version of the library. */
  theirs?: string
}

export type SyncReport = { deeds: Deed[]; problems: Problem[]; unchanged: number }

export type SyncOptions = {
  client: Client
  directory: string
  state: SyncState
  texts: Texts
  /** Only tells what would be done. */
  isTrial: boolean
  /** Whether the token may change the library. */
  canWrite: boolean
  /**
   * Asks before many prompts are deleted: on either side, how many; and before a first sync creates many.
   *
   * @throws if the answer is no
   */
  confirm: (counts: { here: number; there: number; created: number }) => Promise<void>
  /** Called after each change: how many have been tried, and how many there are. */
  onProgress?: (done: number, total: number) => void
}

/** One prompt: what both sides and the last state have of it. */
export type Change = {
  id: string
  file: LocalFile | undefined
  listed: ListedPrompt | undefined
  entry: KnownPrompt | undefined
  /** The prompt in the library, if it has been read. */
  prompt: Prompt | undefined
  /** Of the prompt in the library. */
  thereHash: string | undefined
  /** The time of the version that a push replaces. */
  baseUpdatedAt: string | undefined
  decision: Decision
}
