const markedVariable = /\{<b>(?=[^<]*\S)([^<>{}\n]+)<\/b>\}/

export type PreviewPart = { from: number; text: string; isVariable: boolean }

/**
 * The parts of a card's preview. Its variables are marked up; all other braces are text. Cards need no grammar of
 * their own, which keeps it out of the library's first load.
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
