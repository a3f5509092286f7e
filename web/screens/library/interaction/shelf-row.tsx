import { useEffect, useId } from 'react'
import { Star, X } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { TreeFolder } from '#contract/library/folders.ts'
import type { Shelf } from '#contract/library/shelf.ts'
import { shelfQuery } from '#web/library/get-shelf.ts'
import { PromptPreview } from '#web/prompts/prompt-preview.tsx'
import { folderTreeQuery } from '#web/library/tree/list-folder-tree.ts'
import { chooseView, fewPrompts } from '#web/screens/library/view-choices.ts'
import { ShelfLink, type Shelved } from '#web/shell/shelf/shelf-link.tsx'
import { IconButton } from '#web/ui/controls/button.tsx'
import { ownerColor } from '#web/ui/owner-color.ts'
import styles from './interaction.module.css'

type ShelfRowProps = {
  /** Whether the page has reserved space for it. If not, it is shown next time, so that nothing jumps. */
  hasRoom: boolean
  /** Number of prompts in no folder. */
  rootPrompts: number
}

/** Recently used items and favourites, in one row. */
export function ShelfRow({ hasRoom, rootPrompts }: ShelfRowProps) {
  const t = useTranslations('selection.shelf')
  const tFolder = useTranslations('library.folder')
  const id = useId()
  const { data } = useQuery(shelfQuery)
  const { data: folders } = useQuery(folderTreeQuery)
  const shown = data ? onShelf(data, folders ?? []) : []
  const inFolders = folders?.filter(({ parentId }) => parentId === null)
  const count = inFolders?.reduce((sum, folder) => sum + folder.promptCount, rootPrompts)
  const isKnown = data !== undefined && count !== undefined
  const isFilled = isKnown ? shown.length > 0 && count >= fewPrompts : undefined
  useEffect(() => {
    if (isFilled !== undefined) chooseView({ wasShelfFilled: isFilled })
  }, [isFilled])
  if (!hasRoom || !isFilled) return null
  return (
    <section aria-labelledby={id}>
      <div className={styles.shelfHeading}>
        <h2 id={id} className="text-13 medium">
          {t('title')}
        </h2>
        <IconButton label={t('hide')} onClick={() => chooseView({ hasShelf: false })}>
          <X size={16} />
        </IconButton>
      </div>
      <ul className={styles.shelf}>
        {shown.map((item) => (
          <li key={item.id} className="shrinks">
            <ShelfLink
              item={item}
              className={styles.shelved}
              style={{ '--raw': ownerColor(item.color).raw }}
            >
              <b dir="auto" className="ellipsis">
                {item.name}
              </b>
              {item.isFavourite === 1 && <Star size={13} fill="currentColor" />}
              <span dir="auto" className="ellipsis" aria-hidden>
                {'preview' in item ? (
                  <PromptPreview preview={item.preview} />
                ) : item.promptCount === 0 ? (
                  tFolder('empty')
                ) : (
                  tFolder('counts', { prompts: item.promptCount, folders: 0, both: 'no' })
                )}
              </span>
            </ShelfLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The number of columns on a wide screen. */
const mostShelved = 6

/** Alternates recently used items and favourites, each once; favourite folders come first. */
function onShelf({ recents, favourites }: Shelf, folders: readonly TreeFolder[]): Shelved[] {
  const starred = [...folders.filter(({ isFavourite }) => isFavourite === 1), ...favourites]
  const mixed = recents.flatMap((prompt, at): Shelved[] => [prompt, ...starred.slice(at, at + 1)])
  const all = [...mixed, ...starred.slice(recents.length)]
  return [...new Map(all.map((item) => [item.id, item])).values()].slice(0, mostShelved)
}
