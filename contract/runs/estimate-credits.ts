import type { OfferedModel } from './models.ts'

type Prices = Pick<OfferedModel, 'creditsPerMillionInput' | 'creditsPerMillionOutput' | 'maxOutput'>

/** Characters in a prompt of about a page. */
const usualInput = 2_000
/** A rough average for English and German. */
const charactersPerToken = 4
/** Tokens in an answer of about a page. */
const usualOutput = 600

/** Estimates the credits of a run with an answer of average length, by default for a prompt of average length. */
export function estimateCredits(prices: Prices, characters = usualInput): number {
  const input = (characters / charactersPerToken) * prices.creditsPerMillionInput
  const output = Math.min(usualOutput, prices.maxOutput) * prices.creditsPerMillionOutput
  return Math.ceil((input + output) / 1_000_000)
}
