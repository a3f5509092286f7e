import { Fragment, memo, useMemo, useRef, useState, type ReactNode } from 'react'
import { Folder as FolderIcon } from 'lucide-react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Folder, FolderCrumb } from '#contract/folders.ts'
import type { PromptCard as PromptCardShape } from '#contract/prompts.ts'
import type { OpenCommand } from '#web/commands/commands.ts'
import { FolderCard } from '#web/folders/folder-card.tsx'
import { folderPath } from '#web/paths.ts'
import { PromptCard } from '#web/prompts/cards/prompt-card.tsx'
import { LeftOutFolders } from '#web/library/left-out-folders.tsx'
import { useStore } from '#web/ui/store.ts'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { useHands } from './hands/hand-code.ts'
import type { Hand } from './hands/library-hand.tsx'
import styles from './library-screen.module.css'
import { PromptGrid } from './prompt-grid.tsx'
import { inOrder, viewChoices } from './view-choices.ts'

type Placed = { folderPath?: FolderCrumb[] }

type LibraryContentsProps = {
  folders: (Folder & Placed)[]
  prompts: (PromptCardShape & Placed & { line?: string | undefined })[]
  /** Whether these are all that is not in a folder. */
  isRoot?: boolean
  /** Instead of “Prompts”. */
  promptsTitle?: string
  /** Passed in, since it is stable: the hook itself would redraw every card with each step of the router. */
  open: OpenCommand
}

/** Below this many prompts, a line of some of them would show them twice. */
const fewPrompts = 9

/** A folder's folders and prompts, or a search's. */
export const LibraryContents = memo(function LibraryContents({
  folders,
  prompts,
  isRoot = false,
  promptsTitle,
  open,
}: LibraryContentsProps) {
  const t = useTranslations('library')
  const contents = useRef<HTMLDivElement>(null)
  const hand = useRef<Hand>(null)
  const hands = useHands()
  const view = useStore(viewChoices)
  const isPhone = useMediaQuery('(width <= 640px)')
  // Hits are in the order of the search, and each says where it is.
  const isSearch = [...folders, ...prompts].some((hit) => hit.folderPath)
  const ordered = useMemo(
    () => (isSearch ? prompts : inOrder(prompts, view.order)),
    [isSearch, prompts, view.order],
  )
  const promptCount = folders.reduce((sum, folder) => sum + folder.promptCount, prompts.length)
  const canShelve = isRoot && promptCount >= fewPrompts
  const hasRoom = useShelfRoom() && canShelve
  const layout = isSearch ? 'rows' : view.layout
  return (
    <div ref={contents}>
      {hands && (
        <hands.LibraryHand
          ref={hand}
          contents={contents}
          folders={folders}
          prompts={ordered}
          isSearch={isSearch}
          open={open}
        />
      )}
      {canShelve && (
        <div className={hasRoom ? styles.shelf : undefined}>
          {hands && <hands.ShelfRow hasRoom={hasRoom} open={open} />}
        </div>
      )}
      {folders.length > 0 && (
        <Section title={t('folders')} count={folders.length}>
          <ul
            className={styles.folders}
            data-lines={isSearch || folders.length >= (isPhone ? 5 : 9) || undefined}
          >
            {folders.map((folder) => (
              <FolderCard
                key={folder.id}
                folder={folder}
                to={folderPath(folder.id)}
                place={folder.folderPath && <Place path={folder.folderPath} />}
                tools={hands && <hands.FolderTools folder={folder} hand={hand} />}
              />
            ))}
          </ul>
        </Section>
      )}
      {prompts.length > 0 && (
        <Section
          title={promptsTitle ?? t('prompts')}
          count={prompts.length}
          controls={hands && !isSearch && <hands.ViewControls canShelve={canShelve} />}
        >
          <PromptGrid layout={layout} items={ordered} keyOf={(prompt) => prompt.id}>
            {(prompt) => (
              <PromptCard
                layout={layout}
                prompt={prompt}
                place={prompt.folderPath && <Place path={prompt.folderPath} />}
                tools={hands && <hands.PromptTools prompt={prompt} hand={hand} />}
                onOpen={() => {
                  const { id, name, color, isPublic, preview } = prompt
                  open({ kind: 'view-prompt', prompt: { id, name, color, isPublic, preview } })
                }}
              />
            )}
          </PromptGrid>
        </Section>
      )}
    </div>
  )
})

/** Whether the page keeps room for the shelf: where there was one before, or it is asked for. */
function useShelfRoom(): boolean {
  const view = useStore(viewChoices)
  const [first] = useState(view)
  return view.hasShelf && view.wasShelfFilled && (first.wasShelfFilled || !first.hasShelf)
}

type SectionProps = { title: string; count: number; controls?: ReactNode; children: ReactNode }

function Section({ title, count, controls, children }: SectionProps) {
  const format = useFormatter()
  return (
    <section>
      <div className={styles.heading}>
        <h2>
          {title} <span>{format.number(count)}</span>
        </h2>
        {controls}
      </div>
      {children}
    </section>
  )
}

/** In which folder a hit lies. Where there is no room for the whole way, the nearest folder stays. */
function Place({ path }: { path: FolderCrumb[] }) {
  const t = useTranslations('library.search')
  const way: FolderCrumb[] = path.length > 0 ? path : [{ id: 'root', name: t('inRoot') }]
  const nearest = way.at(-1)
  const names = way.flatMap(({ name, leftOutBefore }) => (leftOutBefore ? ['…', name] : [name]))
  return (
    <span className={styles.place} title={names.join(' / ')}>
      <FolderIcon size={13} strokeWidth={1.5} aria-hidden />
      {way.length > 1 && (
        <span className={styles.wayThere}>
          {way.slice(0, -1).map(({ id, name, leftOutBefore }, at) => (
            <Fragment key={id}>
              {at > 0 && ' / '}
              {leftOutBefore !== undefined && (
                <>
                  <LeftOutFolders count={leftOutBefore} />
                  {' / '}
                </>
              )}
              <bdi>{name}</bdi>
            </Fragment>
          ))}
        </span>
      )}
      <span>
        {way.length > 1 && ' / '}
        <bdi>{nearest?.name}</bdi>
      </span>
    </span>
  )
}
