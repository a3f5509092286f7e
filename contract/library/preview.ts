const markedVariable = /\{<b>(?=[^<]*\S)([^<>{}\n]+)<\/b>\}/

export type PreviewPart = { from: number; text: string; isVariable: boolean }

/**
 * Splits a card's preview into text and variables. Variables are marked up; all other braces are text. The full grammar
 * stays out of the library's first load.
 */
export function splitPreview(preview: string): PreviewPart[] {
  let from = 0
  return preview.split(markedVariable).flatMap((text, at) => {
    const isVariable = at % 2 === 1
    const part = { from, text, isVariable }
    from += text.length + (isVariable ? '{<b></b>}'.length : 0)
    return text === '' ? [] : part
  })
}
