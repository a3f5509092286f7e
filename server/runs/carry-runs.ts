import { setTimeout as delay } from 'node:timers/promises'
import type { Services } from '#server/core/services.ts'
import { ModelError } from '#server/models/model-error.ts'
import type { ModelTarget } from '#server/models/targets.rules.ts'
import {
  advance,
  begun,
  isWorthSaving,
  toStorable,
  type Progress,
  type RunEvent,
} from '#server/runs/run.rules.ts'
import { noteBeat } from '#server/runs/runs.queries.ts'
import { settleRun, type Settled } from '#server/runs/settle-run.ts'

const beatMs = 1_000
/** Runs that are noted in one transaction, for which other writers wait. */
const notedAtOnce = 20
/** Before further attempts to settle. After them, a sweep does. */
const settlePausesMs = [100, 1_000, 4_000]

/** A run that this process carries. */
export type CarriedRun = {
  /** The answer so far, in pieces. */
  pieces: readonly string[]
  /** Resolves with the next piece, or once the run is settled. */
  changed: () => Promise<void>
  stop: () => void
}

export type CarriedRuns = {
  /** Begins a run whose row is there. It goes on until it is settled, whoever follows it. */
  begin: (run: Settled, target: ModelTarget, maxOutput: number) => void
  find: (id: string) => CarriedRun | undefined
  /** Ends all runs, with what has come so far, and every later one at once. */
  end: () => Promise<void>
}

/** Why a run is ended by us. `lost`: its row is gone, or another server has taken it for dead. */
type Reason = 'stopped' | 'lost' | 'closing'

type State = {
  run: Settled
  progress: Progress
  pieces: string[]
  /** The length of the answer, and of what the row has of it. */
  length: number
  noted: number
  change: PromiseWithResolvers<void>
  aborting: AbortController
}

type Context = Pick<Services, 'db' | 'log' | 'now'>

export function carryRuns(context: Context): CarriedRuns {
  const carried = new Map<string, State & { done: Promise<void> }>()
  let timer: NodeJS.Timeout | undefined
  let noting = Promise.resolve()
  let isNoting = false
  let isClosing = false

  return {
    begin(run, target, maxOutput) {
      const state: State = {
        run,
        progress: begun,
        pieces: [],
        length: 0,
        noted: 0,
        change: Promise.withResolvers(),
        aborting: new AbortController(),
      }
      if (isClosing) abort(state, 'closing')
      const done = carry(context, state, target, maxOutput)
        .catch((error: unknown) => context.log.error({ err: error }, 'A run could not be settled'))
        .finally(() => {
          carried.delete(run.id)
          if (carried.size === 0) clearInterval(timer)
          state.change.resolve()
        })
      if (carried.size === 0) timer = setInterval(note, beatMs)
      carried.set(run.id, Object.assign(state, { done }))
    },
    find(id) {
      const state = carried.get(id)
      return (
        state && {
          pieces: state.pieces,
          changed: () => state.change.promise,
          stop: () => abort(state, 'stopped'),
        }
      )
    },
    async end() {
      isClosing = true
      const all = [...carried.values()]
      for (const state of all) abort(state, 'closing')
      await Promise.all(all.map(({ done }) => done))
      await noting
    },
  }

  function note(): void {
    if (isNoting) return
    isNoting = true
    // In the order in which others lock the runs of an owner.
    const states = [...carried.values()].toSorted((a, b) => (a.run.id < b.run.id ? -1 : 1))
    noting = noteBeats(context, states)
      // The next one may succeed.
      .catch((error: unknown) => context.log.warn({ err: error }, 'Runs could not be noted'))
      .finally(() => (isNoting = false))
  }
}

/** Saves what has come, and finds out which runs are to stop. */
async function noteBeats({ db, now }: Context, states: readonly State[]): Promise<void> {
  for (let from = 0; from < states.length; from += notedAtOnce) {
    const some = states.slice(from, from + notedAtOnce).map((state) => ({
      state,
      length: state.length,
      answer: isWorthSaving(state.length, state.noted) ? state.pieces.join('') : undefined,
    }))
    await db.main.transaction().execute(async (transaction) => {
      for (const { state, answer } of some) {
        const { run, progress } = state
        const row = await noteBeat(transaction, run.owner, run.id, {
          beat_at: now(),
          input_tokens: progress.input,
          output_tokens: progress.output,
          ...(answer !== undefined && { answer }),
        })
        if (row === undefined) abort(state, 'lost')
        else if (row.isToStop) abort(state, 'stopped')
      }
    })
    for (const { state, length, answer } of some) if (answer !== undefined) state.noted = length
  }
}

async function carry(
  { db, log, now }: Context,
  state: State,
  target: ModelTarget,
  maxOutput: number,
): Promise<void> {
  const { run, pieces } = state
  const { signal } = state.aborting
  let heldBack = ''
  const take = (event: RunEvent) => {
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
    // Most processes never ask a model.
    const { streamAnswer } = await import('#server/models/stream-answer.ts')
    const wish = { text: run.text, maxOutput, signal }
    for await (const piece of streamAnswer(target, wish)) take(piece)
  } catch (error) {
    if (signal.aborted) {
      take(signal.reason === 'stopped' ? { isStopped: true } : { error: 'model_cut' })
    } else if (error instanceof ModelError) {
      take({ error: error.code })
      if (error.code === 'address_refused') {
        log.info({ event: 'refused', runId: run.id, code: error.code }, 'security')
      }
    } else {
      log.error({ err: error }, 'A run failed')
      take({ error: 'model_failed' })
    }
  }
  if (signal.reason === 'lost') return
  const end = { progress: state.progress, answer: pieces.join(''), at: now() }
  await retry(log, () => settleRun(db.main, run, end))
}

function abort({ aborting }: State, why: Reason): void {
  aborting.abort(why)
}

async function retry(log: Context['log'], attempt: () => Promise<void>): Promise<void> {
  for (const pauseMs of settlePausesMs) {
    try {
      return await attempt()
    } catch (error) {
      log.warn({ err: error }, 'A run could not be settled, and is retried')
      await delay(pauseMs)
    }
  }
  await attempt()
}
