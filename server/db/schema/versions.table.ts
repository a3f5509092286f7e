import type { AccountNo } from '#server/db/owner.ts'

/** A previous state of a prompt, which may be in the trash. */
export type PromptVersionTable = {
  owner_no: AccountNo
  /** The `rid` of the prompt. */
  prompt_rid: number
  /** Counts up from 1 for each prompt. */
  number: number
  name: string
  /** The owner's label; null for none. */
  label: string | null
  /** `updated_at` of the prompt in this state. */
  written_at: string
  /** When another state replaced it, in milliseconds since 1970. */
  kept_at: number
  /** Identifies the session that replaced it; empty if it restored another version. */
  kept_by: string
  /** The texts as JSON, compressed with zstd. */
  texts: Uint8Array
}
