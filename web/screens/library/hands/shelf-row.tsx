import { useEffect, useId } from 'react'
import { Star, X } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { PromptCard } from '#contract/prompts.ts'
import type { Shelf } from '#contract/shelf.ts'
import type { OpenCommand } from '#web/commands/commands.ts'
import { shelfQuery } from '#web/library/get-shelf.ts'
import { PromptPreview } from '#web/prompts/prompt-preview.tsx'
import { folderTreeQuery } from '#web/library/tree/list-folder-tree.ts'
import { chooseView, fewPrompts } from '#web/screens/library/view-choices.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { ownerColor } from '#web/ui/owner-color.ts'
import styles from './hands.module.css'

type ShelfRowProps = {
  /** Whether the page has kept room for it. Else it is shown next time, so that nothing jumps. */
  hasRoom: boolean
  /** How many prompts lie in no folder. */
  rootPrompts: number
  open: OpenCommand
}

/** What was used lately, and the favourites, in one line. */
export function ShelfRow({ hasRoom, rootPrompts, open }: ShelfRowProps) {
  const t = useTranslations('selection.shelf')
  const id = useId()
  const { data } = useQuery(shelfQuery)
  const { data: folders } = useQuery(folderTreeQuery)
  const prompts = data ? onShelf(data) : []
  const inFolders = folders?.filter(({ parentId }) => parentId === null)
  const count = inFolders?.reduce((sum, folder) => sum + folder.promptCount, rootPrompts)
  const isKnown = data !== undefined && count !== undefined
  const isFilled = isKnown ? prompts.length > 0 && count >= fewPrompts : undefined
  useEffect(() => {
    if (isFilled !== undefined) chooseView({ wasShelfFilled: isFilled })
  }, [isFilled])
  if (!hasRoom || !isFilled) return null
  return (
    <section aria-labelledby={id}>
      <div className={styles.shelfHeading}>
        <h2 id={id}>{t('title')}</h2>
        <IconButton label={t('hide')} onClick={() => chooseView({ hasShelf: false })}>
          <X size={16} strokeWidth={1.5} />
        </IconButton>
      </div>
      <ul className={styles.shelf}>
        {prompts.map((prompt) => (
          <li key={prompt.id}>
            <button
              type="button"
              title={prompt.name}
              className={styles.shelved}
              style={{ '--raw': ownerColor(prompt.color).raw }}
              onClick={() => {
                const { id, name, color, isPublic, preview } = prompt
                open({ kind: 'view-prompt', prompt: { id, name, color, isPublic, preview } })
              }}
            >
              <b dir="auto">{prompt.name}</b>
              {prompt.isFavourite === 1 && (
                <Star size={13} strokeWidth={1.5} fill="currentColor" aria-hidden />
              )}
              <span dir="auto" aria-hidden>
                <PromptPreview preview={prompt.preview} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** As many as a wide screen has columns. */
const mostShelved = 6

/** By turns of both lists, each once. */
function onShelf({ recents, favourites }: Shelf): PromptCard[] {
  const mixed = recents.flatMap((prompt, at) => [prompt, ...favourites.slice(at, at + 1)])
  const all = [...mixed, ...favourites.slice(recents.length)]
  return [...new Map(all.map((prompt) => [prompt.id, prompt])).values()].slice(0, mostShelved)
}
