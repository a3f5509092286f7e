import type { Services } from '#server/core/services.ts'
import type { ModelTarget } from '#server/models/targets.rules.ts'
import { ModelError } from '#server/models/model-error.ts'
import { advance, begun, toStorable, type RunEvent } from '#server/runs/run.rules.ts'
import { noteBeat } from '#server/runs/runs.queries.ts'
import { settleRun, type Settled } from '#server/runs/settle-run.ts'

const beatMs = 1_000
/** Further attempts to settle; after that, a sweep does. */
const settlePausesMs = [100, 1_000, 5_000]

/** A run that this process carries. */
export type CarriedRun = {
  /** The answer so far, in pieces. */
  pieces: readonly string[]
  /** Resolves with the next piece, or when the run is settled. */
  changed: () => Promise<void>
  stop: () => void
}

export type CarriedRuns = {
  /** Begins a run whose row is there. It goes on until it is settled, whoever follows it. */
  begin: (run: Settled, target: ModelTarget, maxOutput: number) => void
  find: (id: string) => CarriedRun | undefined
  /** Ends all runs, with what has come so far, and takes no more. */
  end: () => Promise<void>
}

type Reason = 'stopped' | 'lost' | 'closing'

export function carryRuns({ db, log, now }: Pick<Services, 'db' | 'log' | 'now'>): CarriedRuns {
  const carried = new Map<
    string,
    CarriedRun & { abort: (why: Reason) => void; done: Promise<void> }
  >()
  let isClosing = false

  return {
    begin(run, target, maxOutput) {
      const aborting = new AbortController()
      const pieces: string[] = []
      let change = Promise.withResolvers<void>()
      const tell = () => {
        change.resolve()
        change = Promise.withResolvers()
      }
      const abort = (why: Reason) => aborting.abort(why)
      const done = carry(run, target, { maxOutput, pieces, tell, aborting })
        .catch((error: unknown) => log.error({ err: error }, 'A run could not be settled'))
        .finally(() => {
          carried.delete(run.id)
          tell()
        })
      const changed = () => change.promise
      carried.set(run.id, { pieces, changed, stop: () => abort('stopped'), abort, done })
      if (isClosing) abort('closing')
    },
    find: (id) => carried.get(id),
    async end() {
      isClosing = true
      const all = [...carried.values()]
      for (const { abort } of all) abort('closing')
      await Promise.all(all.map(({ done }) => done))
    },
  }

  async function carry(
    run: Settled,
    target: ModelTarget,
    { maxOutput, pieces, tell, aborting }: Carrying,
  ): Promise<void> {
    const { signal } = aborting
    let progress = begun
    let heldBack = ''
    let beaten = 0

    const note = (event: RunEvent) => {
      if (!('text' in event)) {
        progress = advance(progress, event)
        return
      }
      const piece = toStorable(heldBack, event.text)
      heldBack = piece.heldBack
      if (piece.text === '') return
      progress = advance(progress, { text: piece.text })
      pieces.push(piece.text)
      tell()
    }

    let beating: Promise<void> | undefined
    const beat = async () => {
      const count = pieces.length
      const row = await noteBeat(db.main, run.owner, run.id, {
        beat_at: now(),
        input_tokens: progress.input,
        output_tokens: progress.output,
        ...(count > beaten && { answer: pieces.join('') }),
      })
      beaten = count
      if (row === undefined) aborting.abort('lost' satisfies Reason)
      else if (row.isToStop) aborting.abort('stopped' satisfies Reason)
    }
    const timer = setInterval(() => {
      beating ??= beat()
        // The next one may succeed.
        .catch((error: unknown) => log.warn({ err: error }, 'A run could not be noted'))
        .finally(() => (beating = undefined))
    }, beatMs)

    try {
      // Most processes never ask a model.
      const { streamAnswer } = await import('#server/models/stream-answer.ts')
      const wish = { text: run.text, maxOutput, signal }
      for await (const piece of streamAnswer(target, wish)) note(piece)
    } catch (error) {
      if (signal.aborted) {
        note(signal.reason === 'stopped' ? { isStopped: true } : { error: 'model_cut' })
      } else if (error instanceof ModelError) {
        note({ error: error.code })
      } else {
        log.error({ err: error }, 'A run failed')
        note({ error: 'model_failed' })
      }
    } finally {
      clearInterval(timer)
      await beating
    }
    if (signal.reason === 'lost') return
    const end = { progress, answer: pieces.join(''), at: now() }
    await retry(() => settleRun(db.main, run, end))
  }
}

type Carrying = {
  maxOutput: number
  pieces: string[]
  tell: () => void
  aborting: AbortController
}

async function retry(attempt: () => Promise<void>): Promise<void> {
  for (const pauseMs of settlePausesMs) {
    try {
      return await attempt()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  await attempt()
}
