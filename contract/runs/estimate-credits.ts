import type { OfferedModel } from './models.ts'

type Prices = Pick<OfferedModel, 'creditsPerMillionInput' | 'creditsPerMillionOutput' | 'maxOutput'>

/** In characters: a prompt of a page or so. */
const usualInput = 2_000
/** In characters, of English and German text alike. */
const charactersOfToken = 4
/** In tokens: an answer of a page or so. */
const usualOutput = 600

/** The credits that a run costs with an answer of average length, and with a prompt of average length by default. */
export function estimateCredits(prices: Prices, characters = usualInput): number {
  const input = (characters / charactersOfToken) * prices.creditsPerMillionInput
  const output = Math.min(usualOutput, prices.maxOutput) * prices.creditsPerMillionOutput
  return Math.ceil((input + output) / 1_000_000)
}
