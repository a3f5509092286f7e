/** Whether the tests run in the long form of `npm run test:attacks`, or the short one of `npm test`. */
const isLong = process.env['ATTACKS'] === 'long'

/** Returns the parameter of a test for its short or its long form. */
export function times<Value>(short: Value, long: Value): Value {
  return isLong ? long : short
}

/** Prints a finding in the long form. */
export function report(line: string): void {
  if (isLong) console.log(line)
}
