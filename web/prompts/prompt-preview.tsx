import { splitPreview } from '#contract/library/preview.ts'
import { createRunDrawer } from '#web/prompts/draw-runs.tsx'
import { isRightToLeft } from '#web/prompts/isolate-runs.ts'
import markStyles from '#web/ui/mark.module.css'

/** The beginning of a body as a reader sees it, with its variables in amber. */
export function PromptPreview({ preview }: { preview: string }) {
  const draw = isRightToLeft(preview) ? createRunDrawer() : undefined
  return splitPreview(preview).map(({ from, text, isVariable }) => {
    if (!isVariable) return draw ? draw(text) : text
    return (
      <span key={from} className={markStyles.open}>
        {text.trim().replaceAll(/\s+/g, ' ')}
      </span>
    )
  })
}
