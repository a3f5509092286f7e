const rtl = String.raw`\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}`
const rightToLeft = new RegExp(`[${rtl}]`, 'u')
const firstStrong = new RegExp(`[${rtl}]|\\p{L}`, 'u')
/** A line end, or the text between right-to-left letters. */
const lineEndOrRest = new RegExp(`(\\n|[^\\n${rtl}]+)`, 'u')
const runStart = /[<\p{Script=Latin}]/u
const runEnd = /[\p{Script=Latin}\d>]/u

/** Whether a text has letters that are written from right to left. */
export function isRightToLeft(text: string): boolean {
  return rightToLeft.test(text)
}

/**
 * Returns a function that splits the texts between a prompt's variables, in order. In a line that begins from right to
 * left,
 * each left-to-right run is marked: isolated, `<b>` keeps its brackets even if the line breaks within it. In other
 * lines nothing
 * is marked, since an isolated beginning would not decide their direction.
 */
export function createRunSplitter(): (text: string) => { text: string; isIsolated: boolean }[] {
  let isRtl: boolean | undefined
  const mark = (text: string, isRun: boolean) => {
    if (text === '\n') isRtl = undefined
    const isIsolated = isRun && isRtl === true
    const [strong] = firstStrong.exec(text) ?? []
    if (strong !== undefined) isRtl ??= isRightToLeft(strong)
    return { text, isIsolated }
  }
  return (text) =>
    text
      .split(lineEndOrRest)
      .flatMap((piece, at) => {
        const [start, end] = at % 2 === 1 ? findRun(piece) : [0, 0]
        return [
          { text: piece.slice(0, start), isRun: false },
          { text: piece.slice(start, end), isRun: true },
          { text: piece.slice(end), isRun: false },
        ]
      })
      .filter((piece) => piece.text !== '')
      .map((piece) => mark(piece.text, piece.isRun))
}

/** Returns the start and end of the words and tags in a left-to-right script, without the punctuation around them. */
function findRun(text: string): [start: number, end: number] {
  const start = text.search(runStart)
  let end = text.length
  // A pattern for both ends would take quadratic time.
  while (end > start && !runEnd.test(text[end - 1] ?? '')) end--
  return start === -1 || end - start < 2 ? [0, 0] : [start, end]
}
