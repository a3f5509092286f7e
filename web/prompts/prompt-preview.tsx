import { splitPreview } from '#contract/preview.ts'
import { createRunSplitter, isRightToLeft } from '#web/prompts/isolate-runs.ts'
import markStyles from '#web/ui/mark.module.css'

/** The beginning of a body as a reader sees it, with its variables in amber. */
export function PromptPreview({ preview }: { preview: string }) {
  const split = isRightToLeft(preview) ? createRunSplitter() : undefined
  return splitPreview(preview).map(({ from, text, isVariable }) => {
    if (!isVariable) return split ? split(text).map(showPiece) : text
    return (
      <span key={from} className={markStyles.open}>
        {text.trim().replaceAll(/\s+/g, ' ')}
      </span>
    )
  })
}

function showPiece({ text, isIsolated }: { text: string; isIsolated: boolean }, at: number) {
  // oxlint-disable-next-line react/no-array-index-key -- a piece is nothing but its place in the text
  return isIsolated ? <bdi key={at}>{text}</bdi> : text
}
