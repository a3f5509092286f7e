/** Whether these tests take the time that `npm run test:faults` gives them, or that of `npm test`. */
export const isLong = process.env['FAULTS'] === 'long'

/** How many times a test does what it does, in its short and in its long form. */
export function times(short: number, long: number): number {
  return isLong ? long : short
}

/** Tells what a test saw, where somebody has asked for it. */
export function tell(line: string): void {
  if (isLong) console.log(line)
}
