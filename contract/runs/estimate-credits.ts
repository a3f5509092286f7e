import type { OfferedModel } from './models.ts'

type Prices = Pick<OfferedModel, 'creditsPerMillionInput' | 'creditsPerMillionOutput' | 'maxOutput'>

/** In characters: a prompt of a page or so. */
const usualInput = 2_000
/** In characters, of English and German text alike. */
const charactersOfToken = 4
/** In tokens: an answer of a page or so. */
const usualOutput = 600

/** What a run costs in credits with an answer of usual length; also with a prompt of such a length if none is told. */
export function estimateCredits(prices: Prices, characters = usualInput): number {
  const input = (characters / charactersOfToken) * prices.creditsPerMillionInput
  const output = Math.min(usualOutput, prices.maxOutput) * prices.creditsPerMillionOutput
  return Math.ceil((input + output) / 1_000_000)
}
