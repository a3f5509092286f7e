import { expect } from 'vitest'

/** Whether the tests run in the long form of `npm run test:faults`, or the short one of `npm test`. */
export const isLong = process.env['FAULTS'] === 'long'

/** Returns the number of repetitions of a test for its short or its long form. */
export function times(short: number, long: number): number {
  return isLong ? long : short
}

/** Prints a finding in the long form. */
export function report(line: string): void {
  if (isLong) console.log(line)
}

/** Expects milliseconds below a bound, in the long form: it runs alone, so that a long time is the server's fault. */
export function expectWithin(boundMs: number, tookMs: number): void {
  if (isLong) expect(tookMs).toBeLessThan(boundMs)
}

/** Expects no status of 500 or above. The short form allows 503: on a busy machine, the database may not answer in time. */
export function expectNoRefusal(statuses: readonly number[], log?: string): void {
  const refused = statuses.filter((status) => isLong || status !== 503)
  expect(refused, log).toEqual([])
}
