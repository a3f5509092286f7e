import type { RunState } from '#contract/runs/runs.ts'
import type { ModelErrorCode } from '#contract/runs/models.ts'

/** Credits per million tokens. */
export type Price = { creditsPerMillionInput: number; creditsPerMillionOutput: number }

/** How far a run has come. Tokens are null where the model's server has not counted them. */
export type Progress = {
  state: RunState
  error: ModelErrorCode | null
  isCut: boolean
  /** Of the answer, in UTF-16 units. */
  characters: number
  input: number | null
  output: number | null
}

/** What happens to a run. `isStopped`: the user has stopped it. */
export type RunEvent =
  | { text: string }
  | { usage: { input?: number; output?: number } }
  | { stop: 'end' | 'length' }
  | { error: ModelErrorCode }
  | { isStopped: true }

export const begun: Progress = {
  state: 'running',
  error: null,
  isCut: false,
  characters: 0,
  input: null,
  output: null,
}

/** The progress after an event. A run ends once. */
export function advance(run: Progress, event: RunEvent): Progress {
  if (run.state !== 'running') return run
  if ('text' in event) return { ...run, characters: run.characters + event.text.length }
  if ('usage' in event) {
    const { input = run.input, output = run.output } = event.usage
    return { ...run, input, output }
  }
  if ('stop' in event) return { ...run, state: 'done', isCut: event.stop === 'length' }
  if ('error' in event) return { ...run, state: 'failed', error: event.error }
  return { ...run, state: 'stopped' }
}

/** The most that a run can cost, which is set aside for it. */
export function mostCredits(price: Price, text: string, maxOutput: number): number {
  return toCredits(price, estimateInput(text), maxOutput)
}

/**
 * What a run that has ended costs of the credits set aside: nothing where nothing came; else what the model's server
 * has counted, or an estimate of what was sent and what came.
 */
export function settle(
  run: Pick<Progress, 'state' | 'characters' | 'input' | 'output'>,
  { price, reserved, text }: { price: Price; reserved: number; text: string },
): { credits: number; returned: number } {
  if (run.characters === 0) return { credits: 0, returned: reserved }
  const input = run.input ?? estimateInput(text)
  // Of an answer that is not whole, the last count may be old.
  const counted = run.state === 'done' ? run.output : null
  const output = counted ?? Math.max(run.output ?? 0, Math.ceil(run.characters / 3))
  const credits = Math.min(reserved, toCredits(price, input, output))
  return { credits, returned: reserved - credits }
}

/** No tokenizer makes more tokens of usual texts; a template around them takes some, too. */
function estimateInput(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 2) + 50
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
