/** Whether these tests take the time that `npm run test:attacks` gives them, or that of `npm test`. */
const isLong = process.env['ATTACKS'] === 'long'

/** How many times a test does what it does, or with what, in its short and in its long form. */
export function times<Value>(short: Value, long: Value): Value {
  return isLong ? long : short
}

/** Tells what a test saw, where somebody has asked for it. */
export function tell(line: string): void {
  if (isLong) console.log(line)
}
