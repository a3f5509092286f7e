import type { RunState } from '#contract/runs/runs.ts'
import type { ModelErrorCode } from '#contract/runs/models.ts'

/** Credits per million tokens. */
export type Price = { creditsPerMillionInput: number; creditsPerMillionOutput: number }

/** How far a run has come. Tokens are null where the model's server has not counted them. */
export type Progress = {
  state: RunState
  error: ModelErrorCode | null
  isCut: boolean
  /** Whether the model's server has accepted the request. From then on it is paid. */
  isAccepted: boolean
  /** Text and thinking since the last count of the output, in UTF-16 units. */
  uncounted: number
  input: number | null
  output: number | null
}

/** What happens to a run. `isStopped`: the user has stopped it. */
export type RunEvent =
  | { isAccepted: true }
  | { text: string }
  | { thinking: string }
  | { usage: { input?: number; output?: number } }
  | { stop: 'end' | 'length' }
  | { error: ModelErrorCode }
  | { isStopped: true }

const tokensOfTemplate = 50

export const begun: Progress = {
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
 * The most that a run can cost, which is set aside for it. No tokenizer makes more than a token a byte; a template around
 * the text takes some, too.
 */
export function mostCredits(price: Price, text: string, maxOutput: number): number {
  return toCredits(price, Buffer.byteLength(text) + tokensOfTemplate, maxOutput)
}

/**
 * What a run that has ended costs of the credits set aside: nothing if the request was refused; else what the model's
 * server has counted, and the fewest tokens of what it has not.
 */
export function settle(
  run: Pick<Progress, 'isAccepted' | 'uncounted' | 'input' | 'output'>,
  { price, reserved, text }: { price: Price; reserved: number; text: string },
): { credits: number; returned: number } {
  if (!run.isAccepted) return { credits: 0, returned: reserved }
  const input = run.input ?? fewestTokens(text.length)
  const output = (run.output ?? 0) + fewestTokens(run.uncounted)
  const credits = Math.min(reserved, toCredits(price, input, output))
  return { credits, returned: reserved - credits }
}

/** English has four to five characters a token, other languages fewer: a stopped answer must not cost more than a whole one. */
function fewestTokens(characters: number): number {
  return Math.floor(characters / 5)
}

function toCredits(price: Price, input: number, output: number): number {
  return Math.ceil(
    (input * price.creditsPerMillionInput + output * price.creditsPerMillionOutput) / 1e6,
  )
}

/**
 * A piece of an answer as both databases store it, behind what the piece before held back: the first half of a
 * character whose other half comes with the next piece.
 */
export function toStorable(heldBack: string, piece: string): { text: string; heldBack: string } {
  const whole = (heldBack + piece).replaceAll('\0', '')
  const isHalf = /[\uD800-\uDBFF]$/.test(whole)
  const text = isHalf ? whole.slice(0, -1) : whole
  return { text: text.toWellFormed(), heldBack: isHalf ? whole.slice(-1) : '' }
}

/**
 * Whether the answer of a run is saved before its end, by its length and what is saved of it. Saving writes the whole of
 * it, so a long one is saved only when it has grown by a sixteenth.
 */
export function isWorthSaving(length: number, saved: number): boolean {
  return length > saved && (length <= 64_000 || length - saved >= saved / 16)
}
