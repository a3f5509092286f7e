/** Whether the tests run in the long form of `npm run test:faults`, or the short one of `npm test`. */
export const isLong = process.env['FAULTS'] === 'long'

/** Returns the number of repetitions of a test for its short or its long form. */
export function times(short: number, long: number): number {
  return isLong ? long : short
}

/** Prints a finding in the long form. */
export function tell(line: string): void {
  if (isLong) console.log(line)
}
