import { splitPreview } from '#contract/preview.ts'
import markStyles from '#web/ui/mark.module.css'

/** The beginning of a body as a reader sees it, with its variables in amber. */
export function PromptPreview({ preview }: { preview: string }) {
  return splitPreview(preview).map(({ from, text, isVariable }) =>
    isVariable ? (
      <span key={from} className={markStyles.open}>
        {text.trim().replaceAll(/\s+/g, ' ')}
      </span>
    ) : (
      text
    ),
  )
}
