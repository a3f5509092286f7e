/** Returns the rows that a text area needs, for browsers without `field-sizing`. Its style sets the maximum. */
export function rowsOf(text: string, least: number): number {
  return Math.max(least, text.split('\n').length)
}
