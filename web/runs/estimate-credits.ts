import type { OfferedModel } from '#contract/runs/models.ts'

type Prices = Pick<OfferedModel, 'creditsPerMillionInput' | 'creditsPerMillionOutput' | 'maxOutput'>

/** In characters, of English and German text alike. */
const charactersOfToken = 4
/** Of an answer of a page or so. */
const usualOutput = 600

/** What a run costs in credits with an answer of usual length. */
export function estimateCredits(characters: number, prices: Prices): number {
  const input = (characters / charactersOfToken) * prices.creditsPerMillionInput
  const output = Math.min(usualOutput, prices.maxOutput) * prices.creditsPerMillionOutput
  return Math.ceil((input + output) / 1_000_000)
}
