const rtl = String.raw`\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}`
const rightToLeft = new RegExp(`[${rtl}]`, 'u')
const firstStrong = new RegExp(`[${rtl}]|\\p{L}`, 'u')
/** A line end, or words and tags in a left-to-right script, without the punctuation around them. */
const lineEndOrRun = new RegExp(
  `(\\n|[<\\p{Script=Latin}][^\\n${rtl}]*[\\p{Script=Latin}\\d>])`,
  'u',
)

/** Whether a text has letters that are written from right to left. */
export function isRightToLeft(text: string): boolean {
  return rightToLeft.test(text)
}

/**
 * Returns a function that splits the texts between a prompt's variables, in order. In a line that begins from right to left,
 * each left-to-right run is marked: isolated, `<b>` keeps its brackets even if the line breaks within it. In other lines nothing
 * is marked, since an isolated beginning would not decide their direction.
 */
export function createRunSplitter(): (text: string) => { text: string; isIsolated: boolean }[] {
  let isRtl: boolean | undefined
  return (text) =>
    text.split(lineEndOrRun).flatMap((piece, at) => {
      if (piece === '') return []
      if (piece === '\n') isRtl = undefined
      const isIsolated = at % 2 === 1 && isRtl === true
      const [strong] = firstStrong.exec(piece) ?? []
      if (strong !== undefined) isRtl ??= isRightToLeft(strong)
      return [{ text: piece, isIsolated }]
    })
}
