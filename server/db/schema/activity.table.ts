import type { ActivityKind, ActivityMeans } from '#contract/accounts/activity.ts'
import type { AccountNo } from '#server/db/owner.ts'

/** The events of an account. */
export type ActivityTable = {
  owner_no: AccountNo
  /** For kinds that are counted: the same for events that are counted together. */
  id: string
  kind: ActivityKind
  at: number
  count: number
  via: ActivityMeans
  agent: string
  network: string
  name: string | null
  prompt_id: string | null
}
