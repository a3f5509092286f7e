import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ModelTarget, Runner, RunToSettle } from '#server/core/runner.ts'
import type { Database } from '#server/db/database.ts'
import { ModelError } from '#server/runs/models/model-error.ts'
import {
  advance,
  initialProgress,
  isWorthSaving,
  toStorable,
  type Progress,
  type RunEvent,
} from '#server/runs/run.rules.ts'
import { recordHeartbeat } from '#server/runs/runs.queries.ts'
import { settleRun } from '#server/runs/settle-run.ts'

const heartbeatMs = 1_000
/** Runs saved in one transaction, for which other writers wait. */
const heartbeatBatch = 20
/** Backoff between attempts to settle a run. After the last one, the sweep settles it. */
const settleRetryMs = [100, 1_000, 4_000]

/** Why this process aborts a run. `lost`: its row is deleted, or another server has settled it as abandoned. */
type AbortReason = 'stopped' | 'lost' | 'closing'

type RunInProgress = {
  run: RunToSettle
  progress: Progress
  pieces: string[]
  /** The length of the answer so far, in UTF-16 units. */
  length: number
  /** The length of the answer in the run's row. */
  savedLength: number
  change: PromiseWithResolvers<void>
  aborting: AbortController
}

type Context = { db: Database; log: Logger; now: () => number }

export function createRunner(context: Context): Runner {
  const active = new Map<string, RunInProgress & { done: Promise<void> }>()
  let timer: NodeJS.Timeout | undefined
  let saving = Promise.resolve()
  let isSaving = false
  let isClosing = false

  return {
    start(run, target, maxOutput) {
      const state: RunInProgress = {
        run,
        progress: initialProgress,
        pieces: [],
        length: 0,
        savedLength: 0,
        change: Promise.withResolvers(),
        aborting: new AbortController(),
      }
      if (isClosing) abort(state, 'closing')
      const done = execute(context, state, target, maxOutput)
        .catch((error: unknown) => context.log.error({ err: error }, 'A run could not be settled'))
        .finally(() => {
          active.delete(run.id)
          if (active.size === 0) clearInterval(timer)
          state.change.resolve()
        })
      if (active.size === 0) timer = setInterval(recordAll, heartbeatMs)
      active.set(run.id, Object.assign(state, { done }))
    },
    find(id) {
      const state = active.get(id)
      return (
        state && {
          pieces: state.pieces,
          changed: () => state.change.promise,
          stop: () => abort(state, 'stopped'),
        }
      )
    },
    async close() {
      isClosing = true
      const all = [...active.values()]
      for (const state of all) abort(state, 'closing')
      await Promise.all(all.map(({ done }) => done))
      await saving
    },
  }

  function recordAll(): void {
    if (isSaving) return
    isSaving = true
    // Sorted by id: all writers lock an owner's runs in this order.
    const states = [...active.values()].toSorted((a, b) => (a.run.id < b.run.id ? -1 : 1))
    saving = recordHeartbeats(context, states)
      // The next heartbeat may succeed.
      .catch((error: unknown) =>
        context.log.warn({ err: error }, 'Heartbeats of runs could not be recorded'),
      )
      .finally(() => (isSaving = false))
  }
}

/** Saves the answers so far, and aborts the runs that users have stopped. */
async function recordHeartbeats(
  { db, now }: Context,
  states: readonly RunInProgress[],
): Promise<void> {
  for (let from = 0; from < states.length; from += heartbeatBatch) {
    const batch = states.slice(from, from + heartbeatBatch).map((state) => ({
      state,
      length: state.length,
      answer: isWorthSaving(state.length, state.savedLength) ? state.pieces.join('') : undefined,
    }))
    await db.main.transaction().execute(async (transaction) => {
      for (const { state, answer } of batch) {
        const { run, progress } = state
        const row = await recordHeartbeat(transaction, run.owner, run.id, {
          beat_at: now(),
          input_tokens: progress.input,
          output_tokens: progress.output,
          ...(answer !== undefined && { answer }),
        })
        if (row === undefined) abort(state, 'lost')
        else if (row.isToStop) abort(state, 'stopped')
      }
    })
    for (const { state, length, answer } of batch)
      if (answer !== undefined) state.savedLength = length
  }
}

async function execute(
  { db, log, now }: Context,
  state: RunInProgress,
  target: ModelTarget,
  maxOutput: number,
): Promise<void> {
  const { run, pieces } = state
  const { signal } = state.aborting
  let heldBack = ''
  const consume = (event: RunEvent) => {
    if (!('text' in event)) {
      state.progress = advance(state.progress, event)
      return
    }
    const piece = toStorable(heldBack, event.text)
    heldBack = piece.heldBack
    if (piece.text === '') return
    state.progress = advance(state.progress, { text: piece.text })
    pieces.push(piece.text)
    state.length += piece.text.length
    state.change.resolve()
    state.change = Promise.withResolvers()
  }

  try {
    // Most processes never call a model.
    const { streamAnswer } = await import('#server/runs/models/stream-answer.ts')
    const question = { text: run.text, maxOutput, signal }
    for await (const piece of streamAnswer(target, question)) consume(piece)
  } catch (error) {
    if (signal.aborted) {
      consume(signal.reason === 'stopped' ? { isStopped: true } : { error: 'model_cut' })
    } else if (error instanceof ModelError) {
      consume({ error: error.code })
      if (error.code === 'address_refused') {
        log.info({ event: 'refused', runId: run.id, code: error.code }, 'security')
      }
    } else {
      log.error({ err: error }, 'A run failed')
      consume({ error: 'model_failed' })
    }
  }
  if (signal.reason === 'lost') return
  const end = { progress: state.progress, answer: pieces.join(''), at: now() }
  await retry(log, () => settleRun(db.main, run, end))
}

function abort({ aborting }: RunInProgress, why: AbortReason): void {
  aborting.abort(why)
}

async function retry(log: Context['log'], attempt: () => Promise<void>): Promise<void> {
  for (const pauseMs of settleRetryMs) {
    try {
      return await attempt()
    } catch (error) {
      log.warn({ err: error }, 'A run could not be settled, and is retried')
      await delay(pauseMs)
    }
  }
  await attempt()
}
