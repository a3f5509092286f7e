import type { AccountNo } from '#server/db/owner.ts'
import type { RunState } from '#contract/runs/runs.ts'

/** A prompt that was sent to a model, and its answer. */
export type RunTable = {
  owner_no: AccountNo
  id: string
  prompt_id: string
  /** The id of the operator's model, or the connection's name for it. */
  model: string
  /** Null for a model of the operator's. */
  connection_id: string | null
  model_name: string
  /** Credits per million tokens when it began; 0 with an own connection. */
  input_price: number
  output_price: number
  /** The values that the prompt was filled in with, as JSON; null if there are none. */
  filled_in: string | null
  /** The text sent to the model. */
  text: string
  /** While the run is active, up to one heartbeat behind. */
  answer: string
  state: RunState
  /** A code of the contract's errors. */
  error: string | null
  is_cut: number
  reserved: number
  /** Null until it has ended. */
  credits: number | null
  input_tokens: number | null
  output_tokens: number | null
  started_at: number
  /** The last heartbeat of the server that executes it. */
  beat_at: number
  ended_at: number | null
  /** When the user asked it to stop. */
  stop_at: number | null
  /** The run is hidden after this, and deleted once it has ended. */
  expires_at: number
  /** While a deleted run can be restored: its `expires_at` if it is. Otherwise null. */
  restored_expires_at: number | null
}
