import { useSyncExternalStore } from 'react'
import type { ErrorCode } from '#contract/core/errors.ts'
import { runCalls, type Run, type RunEnd } from '#contract/runs/runs.ts'
import type { CreditChange } from '#web/accounts/credits.ts'
import { ApiError } from '#web/api/api-error.ts'
import { newAttempt } from '#web/api/attempt.ts'
import { readLines } from '#web/api/read-lines.ts'
import { send } from '#web/api/send.ts'
import { createStore } from '#web/ui/store.ts'

/** A run on screen. It continues when its dialog is closed. */
export type LiveRun = {
  key: string
  promptId: string
  /** Undefined until the server has accepted the run. */
  id: string | undefined
  model: { id: string; connectionId: string | null; name: string }
  /** The prompt that was sent. */
  text: string
  /** The values of the prompt's variables. */
  values: readonly { name: string; value: string }[]
  answer: string
  state: Run['state']
  error: ErrorCode | Error | undefined
  isCut: boolean
  isStopping: boolean
  /** The run continues on the server, but its stream cannot be followed. */
  isLost: boolean
  /** Credits; 0 with an own connection. */
  reserved: number
  /** Undefined until it has ended. */
  spent: number | undefined
  tokens: { input: number; output: number } | undefined
}

/** Input of a run. */
export type RunStart = Pick<LiveRun, 'promptId' | 'model' | 'text'> & {
  values: { name: string; value: string }[]
}

/** Callbacks for changes elsewhere on screen. */
type RunCallbacks = {
  changeCredits: (updateRun: CreditChange) => void
  /** Called once the server has accepted the run and stored its values. */
  onAccepted?: (() => void) | undefined
  onEnd: () => void
}

const none: readonly LiveRun[] = []
/** Runs by prompt: those started together, or one that was opened. */
const store = createStore<ReadonlyMap<string, readonly LiveRun[]>>(new Map())

/** Delays before a broken stream is followed again, in milliseconds. */
const retryDelays = [300, 1_000, 3_000, 6_000, 10_000]

/** Returns the runs of a prompt that are on screen. */
export function useLiveRuns(promptId: string): readonly LiveRun[] {
  return useSyncExternalStore(store.subscribe, () => store.get().get(promptId) ?? none)
}

export function areRunsShown(promptId: string): boolean {
  return (store.get().get(promptId) ?? none).length > 0
}

/** Runs a prompt with several models at once, replacing the runs on screen. */
export function startRuns(
  promptId: string,
  starts: readonly RunStart[],
  callbacks: RunCallbacks,
): void {
  const runs = starts.map((start) => createRun(start))
  showRuns(promptId, runs)
  for (const run of runs) void executeRun(run, callbacks)
}

/** Runs a prompt again with the model of a run, and replaces that run. */
export function replaceRun(previous: LiveRun, start: RunStart, callbacks: RunCallbacks): void {
  const run = createRun(start)
  const runs = store.get().get(previous.promptId) ?? none
  showRuns(
    previous.promptId,
    runs.map((other) => (other.key === previous.key ? run : other)),
  )
  void executeRun(run, callbacks)
}

/** Shows stored runs, and follows those still running. */
export function openRuns(promptId: string, stored: readonly Run[], callbacks: RunCallbacks): void {
  const runs = stored.map(fromStored)
  showRuns(promptId, runs)
  for (const run of runs) if (run.state === 'running') void follow(run, callbacks)
}

/** Removes a run from the screen. Returns a function that shows it again, unless others are shown by then. */
export function hideRun(promptId: string, runId: string): () => void {
  const runs = store.get().get(promptId) ?? none
  const hidden = runs.find(({ id }) => id === runId)
  if (!hidden) return () => {}
  const others = runs.filter((run) => run !== hidden)
  showRuns(promptId, others)
  return () => {
    // Deleting a run stops it, and nothing follows it any more, so it is opened from the list.
    const isUnchanged = store.get().get(promptId) === others
    if (isUnchanged && hidden.state !== 'running') showRuns(promptId, runs)
  }
}

export function stopRun(run: LiveRun): void {
  if (run.isStopping) return
  updateRun(run, { isStopping: true })
  if (run.id === undefined) return
  sendStop(run, run.id)
}

/** Follows a run again after its stream broke. */
export function followAgain(run: LiveRun, callbacks: RunCallbacks): void {
  updateRun(run, { isLost: false })
  void follow({ ...run, isLost: false }, callbacks)
}

function createRun(known: RunStart & Partial<LiveRun>): LiveRun {
  return {
    key: newAttempt(),
    id: undefined,
    answer: '',
    state: 'running',
    error: undefined,
    isCut: false,
    isStopping: false,
    isLost: false,
    reserved: 0,
    spent: undefined,
    tokens: undefined,
    ...known,
  }
}

function fromStored(stored: Run): LiveRun {
  const { id, promptId, model, connectionId, modelName: name, reserved } = stored
  const { text, values, answer } = stored
  const known = { key: id, id, promptId, text, values, answer, reserved }
  return createRun({
    ...known,
    model: { id: model, connectionId, name },
    ...(stored.state !== 'running' && outcomeOf(stored)),
  })
}

/** Starts a run and follows it to its end. */
async function executeRun(run: LiveRun, callbacks: RunCallbacks) {
  const { promptId, key, model, text, values } = run
  try {
    const input = { attempt: key, promptId, values: [...values], text }
    const { id, connectionId } = model
    const start = () => send(runCalls.startRun, { ...input, model: id, connectionId })
    const { runId, reserved } = await start().catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || !error.isUnreachable) throw error
      // The run may have started although the response was lost. A retry with the same key is not
      // charged twice.
      await sleep(1_000)
      return start()
    })
    callbacks.onAccepted?.()
    callbacks.changeCredits({ kind: 'subtract', amount: reserved })
    updateRun(run, { id: runId, reserved })
    if (findRun(run)?.isStopping) sendStop(run, runId)
    await follow({ ...run, id: runId }, callbacks)
  } catch (error) {
    updateRun(run, { state: 'failed', error: error as Error })
  }
}

async function follow(run: LiveRun, callbacks: RunCallbacks) {
  if (run.id === undefined) return
  let { answer } = run
  let frame: number | undefined
  const draw = () => {
    frame = undefined
    updateRun(run, { answer })
  }
  for (let failures = 0; ; failures++) {
    try {
      for await (const line of readLines(runCalls.followRun, {
        runId: run.id,
        from: answer.length,
      })) {
        failures = 0
        if ('text' in line) {
          answer += line.text
          frame ??= requestAnimationFrame(draw)
        } else if ('end' in line) {
          if (frame !== undefined) cancelAnimationFrame(frame)
          updateRun(run, { answer, ...outcomeOf(line.end) })
          callbacks.changeCredits({ kind: 'set', amount: line.end.left })
          callbacks.onEnd()
          return
        }
      }
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_found') {
        updateRun(run, { answer, state: 'failed', error })
        return
      }
    }
    const delay = retryDelays[failures]
    if (delay === undefined) {
      updateRun(run, { answer, isLost: true })
      return
    }
    await sleep(delay)
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function sendStop(run: LiveRun, runId: string) {
  send(runCalls.stopRun, { runId }).catch(() => updateRun(run, { isStopping: false }))
}

function outcomeOf({
  state,
  error,
  isCut,
  credits,
  inputTokens,
  outputTokens,
}: Omit<RunEnd, 'left'>) {
  return {
    state,
    // A newer server may send codes that this client does not have; they get the general text.
    error: (error ?? undefined) as ErrorCode | undefined,
    isCut,
    isStopping: false,
    isLost: false,
    spent: credits ?? undefined,
    tokens:
      inputTokens === null || outputTokens === null
        ? undefined
        : { input: inputTokens, output: outputTokens },
  }
}

function findRun(run: LiveRun): LiveRun | undefined {
  return store
    .get()
    .get(run.promptId)
    ?.find(({ key }) => key === run.key)
}

function updateRun(run: LiveRun, changes: Partial<LiveRun>) {
  const runs = store.get().get(run.promptId) ?? none
  if (!runs.some(({ key }) => key === run.key)) return
  showRuns(
    run.promptId,
    runs.map((other) => (other.key === run.key ? { ...other, ...changes } : other)),
  )
}

function showRuns(promptId: string, runs: readonly LiveRun[]) {
  store.set(new Map(store.get()).set(promptId, runs))
}
