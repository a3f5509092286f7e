import { ownerColor } from '#web/ui/owner-color.ts'
import { PromptFacts, type PromptCardProps } from './prompt-card.tsx'
import { PromptPreview } from '#web/prompts/prompt-preview.tsx'
import styles from './prompt-row.module.css'

type PromptRowProps = PromptCardProps & {
  prompt: PromptCardProps['prompt'] & {
    /** The line in which a search was found. */
    line?: string | undefined
  }
}

/** A prompt as a line of a list. */
export function PromptRow({ prompt, place, tools, onOpen }: PromptRowProps) {
  return (
    <article
      className={styles.row}
      style={{ '--raw': ownerColor(prompt.color).raw }}
      data-card={prompt.id}
      data-row
    >
      <div className={styles.texts}>
        <h3>
          <button type="button" dir="auto" title={prompt.name} onClick={onOpen}>
            {prompt.name}
          </button>
        </h3>
        <div className={styles.line} dir="auto">
          {prompt.line ?? <PromptPreview preview={prompt.preview} />}
        </div>
      </div>
      <footer>
        <PromptFacts prompt={prompt} place={place} />
      </footer>
      {tools}
    </article>
  )
}
