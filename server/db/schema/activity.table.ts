import type { ActivityKind, ActivityMeans } from '#contract/accounts/activity.ts'
import type { AccountNo } from '#server/db/owner.ts'

/** What was done to an account. */
export type ActivityTable = {
  owner_no: AccountNo
  /** Of kinds that are counted: the same for what is counted together. */
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
