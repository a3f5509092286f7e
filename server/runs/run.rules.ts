import type { RunState } from '#contract/runs/runs.ts'
import type { ModelErrorCode } from '#contract/runs/models.ts'
import type { Price } from '#server/core/runner.ts'

/** The progress of a run. Tokens are null if the model's server has not counted them. */
export type Progress = {
  state: RunState
  error: ModelErrorCode | null
  isCut: boolean
  /** Whether the model's server has accepted the request. From then on, the run costs credits. */
  isAccepted: boolean
  /** Text and thinking since the last count of the output, in UTF-16 units. */
  uncounted: number
  input: number | null
  output: number | null
}

/** An event of a run. `isStopped`: the user has stopped it. */
export type RunEvent =
  | { isAccepted: true }
  | { text: string }
  | { thinking: string }
  | { usage: { input?: number; output?: number } }
  | { stop: 'end' | 'length' }
  | { error: ModelErrorCode }
  | { isStopped: true }

const templateTokens = 50

export const initialProgress: Progress = {
  state: 'running',
  error: null,
  isCut: false,
  isAccepted: false,
  uncounted: 0,
  input: null,
  output: null,
}

/** The progress after an event. A run ends once. */
export function advance(run: Progress, event: RunEvent): Progress {
  if (run.state !== 'running') return run
  if ('isAccepted' in event) return { ...run, isAccepted: true }
  if ('text' in event) return { ...run, uncounted: run.uncounted + event.text.length }
  if ('thinking' in event) return { ...run, uncounted: run.uncounted + event.thinking.length }
  if ('usage' in event) {
    const { input = run.input, output = run.output } = event.usage
    const uncounted = event.usage.output === undefined ? run.uncounted : 0
    return { ...run, input, output, uncounted }
  }
  if ('stop' in event) return { ...run, state: 'done', isCut: event.stop === 'length' }
  if ('error' in event) return { ...run, state: 'failed', error: event.error }
  return { ...run, state: 'stopped' }
}

/**
 * The maximum cost of a run, and so the size of its reservation. No tokenizer yields more than one token per byte; the
 * model's template around the text adds a few.
 */
export function maxCredits(price: Price, text: string, maxOutput: number): number {
  return toCredits(price, Buffer.byteLength(text) + templateTokens, maxOutput)
}

/**
 * The cost of a run that has ended, within its reservation, and the refund. A refused request costs nothing. Text that the
 * model's server has not counted costs the fewest tokens it can have.
 */
export function settle(
  run: Pick<Progress, 'isAccepted' | 'uncounted' | 'input' | 'output'>,
  { price, reserved, text }: { price: Price; reserved: number; text: string },
): { credits: number; returned: number } {
  if (!run.isAccepted) return { credits: 0, returned: reserved }
  const input = run.input ?? minTokens(text.length)
  const output = (run.output ?? 0) + minTokens(run.uncounted)
  const credits = Math.min(reserved, toCredits(price, input, output))
  return { credits, returned: reserved - credits }
}

/**
 * Rounds in the user's favour: a stopped answer must not cost more than a complete one. English has at most five
 * characters per token.
 */
function minTokens(characters: number): number {
  return Math.floor(characters / 5)
}

function toCredits(price: Price, input: number, output: number): number {
  return Math.ceil(
    (input * price.creditsPerMillionInput + output * price.creditsPerMillionOutput) / 1e6,
  )
}

/**
 * A piece of an answer as both databases store it. A surrogate at its end is held back until its pair arrives with the
 * next piece; `heldBack` is the surrogate from the previous piece.
 */
export function toStorable(heldBack: string, piece: string): { text: string; heldBack: string } {
  const whole = (heldBack + piece).replaceAll('\0', '')
  const isHalf = /[\uD800-\uDBFF]$/.test(whole)
  const text = isHalf ? whole.slice(0, -1) : whole
  return { text: text.toWellFormed(), heldBack: isHalf ? whole.slice(-1) : '' }
}

/**
 * Whether to save an unfinished answer, by its length and its saved length. Each save writes the whole answer, so a long
 * one is saved only when it has grown by a sixteenth.
 */
export function isWorthSaving(length: number, saved: number): boolean {
  return length > saved && (length <= 64_000 || length - saved >= saved / 16)
}
