import type { OpenInTarget } from '#contract/open-in.ts'

/** Servers refuse longer ones with a line that nobody understands. In bytes, encoded. */
const longestAddress = 6_000

/** Where to open a text: with it, where the site takes it and it is short enough, else a new chat. */
export function toAddress({ address, addressWithText }: OpenInTarget, text: string): string {
  if (addressWithText === undefined) return address
  // Encoding fails at half a character.
  const filled = addressWithText.replace('{prompt}', () => encodeURIComponent(text.toWellFormed()))
  return filled.length > longestAddress ? address : filled
}
