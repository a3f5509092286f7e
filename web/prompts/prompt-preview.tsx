import { parse } from '#contract/variables.ts'
import markStyles from '#web/ui/mark.module.css'

/** The beginning of a body as a reader sees it, its variables in amber. */
export function PromptPreview({ preview }: { preview: string }) {
  return parse(preview).map((segment) =>
    segment.kind === 'text' ? (
      segment.source
    ) : (
      <span key={segment.from} className={markStyles.open}>
        {segment.name}
      </span>
    ),
  )
}
