import type { OpenInTarget } from '#contract/open-in.ts'

/** Servers reject longer ones with a cryptic error. In bytes, encoded. */
const longestAddress = 6_000

/**
 * Returns the address that opens a text: with the text if the site accepts it and it is short enough, else a new
 * chat.
 */
export function toAddress({ address, addressWithText }: OpenInTarget, text: string): string {
  if (addressWithText === undefined) return address
  // Encoding throws on an unpaired surrogate.
  const filled = addressWithText.replace('{prompt}', () => encodeURIComponent(text.toWellFormed()))
  return filled.length > longestAddress ? address : filled
}
