import type { AnswerOf } from '#contract/core/call.ts'
import { limits } from '#contract/core/limits.ts'
import type { runCalls } from '#contract/runs/runs.ts'
import { getUser } from '#server/users/users.queries.ts'
import type { Actor } from '#server/core/actor.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Operation } from '#server/core/operation.ts'
import type { Services } from '#server/core/services.ts'
import { countChange, lockLibrary } from '#server/users/libraries.queries.ts'
import { toNewId } from '#server/core/new-id.rules.ts'
import { findModel } from '#server/runs/models/find-target.ts'
import { getBalance } from '#server/billing/plans/terms/get-balance.ts'
import { spendCredits } from '#server/billing/plans/spend-credits.ts'
import { toJson } from '#server/db/json-column.ts'
import { maxCredits } from '#server/runs/run.rules.ts'
import {
  countRunning,
  findRun,
  hasPrompt,
  getKeepsRuns,
  insertRun,
  pruneRuns,
  type RunRow,
} from '#server/runs/runs.queries.ts'
import { settleAbandonedRunsOf } from '#server/runs/sweep-runs.ts'
import { spendAttemptOn } from '#server/core/throttle/spend-attempt.ts'

type Started = AnswerOf<(typeof runCalls)['startRun']>

const hourMs = 60 * 60_000
/** A run that is not stored can still be read for an hour. */
const lifeMs = { kept: limits.runDays * 24 * hourMs, unkept: hourMs }
const free = { creditsPerMillionInput: 0, creditsPerMillionOutput: 0 }

/**
 * Reserves credits for a run and starts it. `attempt` is its idempotency key: a repeated request returns the first run.
 *
 * @throws ApiError as declared by the call
 */
export const startRun: Operation<(typeof runCalls)['startRun']> = async (
  services,
  actor,
  input,
) => {
  const { db, now } = services
  const { owner } = actor
  const { promptId, connectionId, text } = input
  const attempt = { attempt: input.attempt, run: true }
  const id = toNewId(owner, attempt)
  const former = await findRun(db.main, owner, id)
  if (former !== undefined) return toAnswer(services, actor, former)

  const model = await findModel(services, owner, { modelId: input.model, connectionId })
  const price = model.price ?? free
  const maxOutput = Math.min(Math.max(input.maxOutput ?? model.maxOutput, 1), model.maxOutput)
  const keeps = await getKeepsRuns(db.main, owner)
  const at = now()
  const row: RunRow = {
    owner_no: owner,
    id,
    prompt_id: promptId,
    model: input.model,
    connection_id: connectionId ?? null,
    model_name: model.name,
    input_price: price.creditsPerMillionInput,
    output_price: price.creditsPerMillionOutput,
    filled_in: toJson(input.values),
    text,
    answer: '',
    state: 'running',
    error: null,
    is_cut: 0,
    reserved: model.price ? maxCredits(price, text, maxOutput) : 0,
    credits: null,
    input_tokens: null,
    output_tokens: null,
    started_at: at,
    beat_at: at,
    ended_at: null,
    stop_at: null,
    expires_at: at + (keeps ? lifeMs.kept : lifeMs.unkept),
    restored_expires_at: null,
  }
  if ((await countRunning(db.main, owner)) >= limits.runsAtOnce) {
    await settleAbandonedRunsOf(services, owner)
  }
  const { email_key } = await getUser(db.main, owner)
  const spent = await spendAttemptOn(services, 'startRun', email_key)
  let isNew: boolean
  try {
    isNew = await reserve(services, actor, row)
  } catch (error) {
    await spent.refund()
    throw error
  }
  if (isNew) {
    const { reserved } = row
    services.runs.start(
      { owner, id, text, reserved, price, startedAt: at },
      model.target,
      maxOutput,
    )
  } else {
    await spent.refund()
  }
  return toAnswer(services, actor, row)
}

/** Returns whether the run is new: a concurrent request with the same `attempt` may have created it. */
async function reserve(services: Services, { owner }: Actor, row: RunRow): Promise<boolean> {
  return services.db.main.transaction().execute(async (transaction) => {
    if ((await lockLibrary(transaction, owner)) === undefined) throw new ApiError('not_logged_in')
    if ((await findRun(transaction, owner, row.id)) !== undefined) return false
    if (!(await hasPrompt(transaction, owner, row.prompt_id))) {
      throw new ApiError('not_found')
    }
    if ((await countRunning(transaction, owner)) >= limits.runsAtOnce) {
      throw new ApiError('too_many_runs')
    }
    if (row.reserved > 0) {
      const spent = { action: 'run', amount: row.reserved, at: row.started_at }
      await spendCredits(transaction, owner, spent, services)
    }
    await pruneRuns(transaction, owner, row.prompt_id)
    const bytes = await insertRun(transaction, row)
    const held = await countChange(transaction, owner, { bytes })
    if (held.bytes > limits.storedBytes) throw new ApiError('storage_full')
    return true
  })
}

async function toAnswer(
  services: Services,
  { owner }: Actor,
  { id, reserved }: Pick<RunRow, 'id' | 'reserved'>,
): Promise<Started> {
  const { credits } = await getBalance(services.db.main, owner, services)
  return { runId: id, reserved, left: credits }
}
