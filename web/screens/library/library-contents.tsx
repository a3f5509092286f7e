import {
  Fragment,
  memo,
  useCallback,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Folder as FolderIcon } from 'lucide-react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Folder, PathFolder } from '#contract/library/folders.ts'
import type { PromptCard as PromptCardShape } from '#contract/library/prompts.ts'
import type { OpenCommand } from '#web/library/commands.ts'
import { FolderCard } from '#web/library/folders/folder-card.tsx'
import { folderPath } from '#web/api/paths.ts'
import { PromptCard } from '#web/prompts/cards/prompt-card.tsx'
import { folderTreeQuery } from '#web/library/tree/list-folder-tree.ts'
import { LeftOutFolders } from '#web/library/left-out-folders.tsx'
import { useStore } from '#web/ui/store.ts'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { interactionCode } from './interaction/interaction-code.ts'
import type { CardActions } from './interaction/library-interaction.tsx'
import styles from './library-screen.module.css'
import { PromptGrid } from './prompt-grid.tsx'
import { fewPrompts, inOrder, orderOf, phone, viewChoices } from './view-choices.ts'

type Located = { folderPath?: PathFolder[] }

type ShownPrompt = PromptCardShape &
  Located & {
    line?: string | undefined
    /** A recently used or created prompt, from any folder. */
    folderId?: string | null
  }

type LibraryContentsProps = {
  folders: (Folder & Located)[]
  prompts: ShownPrompt[]
  /** Similar prompts, in a list below. */
  similar?: ShownPrompt[] | undefined
  similarTitle?: string
  /** The prompts used or created last in any folder, shown at the root on phones. */
  recents?: ShownPrompt[]
  /** The folder shown; null is the root, and missing a search. */
  place?: string | null
  /** Passed in, since it is stable: the hook would redraw every card on each navigation. */
  open: OpenCommand
}

const noPrompts: ShownPrompt[] = []

/** The folders and prompts of a folder or a search. */
export const LibraryContents = memo(function LibraryContents({
  folders,
  prompts,
  similar = noPrompts,
  similarTitle = '',
  recents = noPrompts,
  place,
  open,
}: LibraryContentsProps) {
  const t = useTranslations('library')
  const format = useFormatter()
  const contents = useRef<HTMLDivElement>(null)
  const actions = useRef<CardActions>(null)
  // Adds tools to cards step by step, between key presses.
  const code = useDeferredValue(useStore(interactionCode))
  const view = useStore(viewChoices)
  const isPhone = useMediaQuery(phone)
  const order = orderOf(view, isPhone)
  // Hits keep the order of the search, and each shows its folder.
  const isSearch = [...folders, ...prompts, ...similar].some((hit) => hit.folderPath)
  const ordered = useMemo(
    () => (isSearch ? prompts : inOrder(withRecents(prompts, recents), order)),
    [isSearch, prompts, recents, order],
  )
  const all = useMemo(() => [...ordered, ...similar], [ordered, similar])
  const promptCount = folders.reduce((sum, folder) => sum + folder.promptCount, prompts.length)
  const { totalOf, folderOf } = useTree(code !== undefined)
  const total = folders.reduce((sum, folder) => sum + totalOf(folder), prompts.length)
  const isRoot = place === null
  // The shelf itself counts prompts in nested folders.
  const canShelve = isRoot && !isPhone && (promptCount >= fewPrompts || folders.length > 0)
  const hasRoom = useShelfRoom() && canShelve
  const layout = isSearch || isPhone ? 'rows' : view.layout
  const draw = useCallback(
    (prompt: ShownPrompt) => {
      const { folderId } = prompt
      const folder = folderId == null ? undefined : folderOf(folderId)
      const path = prompt.folderPath ?? (folder && [folder])
      return (
        <PromptCard
          layout={layout}
          prompt={prompt}
          place={path && <Place path={path} />}
          day={isPhone && order === 'usedAt' ? prompt.usedAt : prompt.updatedAt}
          isPhone={isPhone}
          called={code && prompt.shortName !== null && <code.ShortName name={prompt.shortName} />}
          tools={code && <code.PromptTools prompt={prompt} actions={actions} />}
          onOpen={() => {
            const { id, name, color, isPublic, preview } = prompt
            open({ kind: 'view-prompt', prompt: { id, name, color, isPublic, preview } })
          }}
        />
      )
    },
    [layout, isPhone, order, code, open, folderOf],
  )
  const gridOf = (items: ShownPrompt[]) => (
    <PromptGrid layout={layout} items={items} keyOf={(prompt) => prompt.id}>
      {draw}
    </PromptGrid>
  )
  const folderCards = folders.map((folder) => (
    <FolderCard
      key={folder.id}
      folder={folder}
      to={folderPath(folder.id)}
      total={totalOf(folder)}
      place={folder.folderPath && <Place path={folder.folderPath} />}
      tools={code && <code.FolderTools folder={folder} actions={actions} />}
    />
  ))
  return (
    <div ref={contents}>
      {code && (
        <code.LibraryInteraction
          ref={actions}
          contents={contents}
          folders={folders}
          prompts={all}
          isSearch={isSearch}
          open={open}
        />
      )}
      {canShelve && (
        <div className={hasRoom ? styles.shelf : undefined}>
          {code && <code.ShelfRow hasRoom={hasRoom} rootPrompts={prompts.length} />}
        </div>
      )}
      {folders.length > 0 &&
        (isPhone && !isSearch ? (
          <FolderChips key={place} count={folders.length}>
            {folderCards}
          </FolderChips>
        ) : (
          <Section
            title={t('folders')}
            count={folders.length}
            isFirst={all.length === 0}
            controls={code && canShelve && prompts.length === 0 && <code.ShelfButton />}
          >
            <ul
              className={styles.folders}
              data-lines={isSearch || folders.length >= (isPhone ? 5 : 9) || undefined}
            >
              {folderCards}
            </ul>
          </Section>
        ))}
      {ordered.length > 0 && isPhone && !isSearch && (
        <section>
          <h2 className="visually-hidden">{t('prompts')}</h2>
          <div className={styles.order}>
            <span>{t(`order.${order}`)}</span>
            <span>{Number.isNaN(total) ? '' : format.number(total)}</span>
            <ChevronDown size={16} />
            {code && <code.OrderSelect order={order} className="cover pointer" />}
          </div>
          {gridOf(ordered)}
        </section>
      )}
      {prompts.length > 0 && !(isPhone && !isSearch) && (
        <Section
          title={t('prompts')}
          count={prompts.length}
          isFirst
          controls={code && !isSearch && <code.ViewControls canShelve={canShelve} />}
        >
          {gridOf(ordered)}
        </Section>
      )}
      {similar.length > 0 && (
        <Section title={similarTitle} count={similar.length} isFirst={prompts.length === 0}>
          {gridOf(similar)}
        </Section>
      )}
    </div>
  )
})

/** Adds the prompts used or created last in any folder to those at the root. */
function withRecents(prompts: ShownPrompt[], recents: ShownPrompt[]): ShownPrompt[] {
  if (recents.length === 0) return prompts
  const here = new Set(prompts.map(({ id }) => id))
  return [...recents.filter(({ id }) => !here.has(id)), ...prompts]
}

/**
 * Returns how many prompts are in a folder at any depth, and any folder by its id. The tree of folders is fetched after
 * the
 * first paint: until then the total of a folder that contains others is `NaN`.
 */
function useTree(isWanted: boolean) {
  const { data } = useQuery({ ...folderTreeQuery, enabled: isWanted })
  return useMemo(() => {
    const folders = new Map(data?.map((folder) => [folder.id, folder]))
    return {
      totalOf: ({ id, promptCount, folderCount }: Folder) =>
        folderCount === 0 ? promptCount : (folders.get(id)?.promptCount ?? Number.NaN),
      folderOf: (id: string) => folders.get(id),
    }
  }, [data])
}

/** The folders on a phone: in one row, or, on request, as a list. */
function FolderChips({ count, children }: { count: number; children: ReactNode }) {
  const t = useTranslations('library')
  const [isList, setList] = useState(false)
  return (
    <section className={styles.chips} data-list={isList || undefined}>
      <h2 className="visually-hidden">{t('folders')}</h2>
      <button
        type="button"
        className={styles.allFolders}
        aria-expanded={isList}
        onClick={() => setList(!isList)}
      >
        {t('folderChip', { count })}
      </button>
      <ul
        className={styles.folders}
        data-lines={isList || undefined}
        data-chips={!isList || undefined}
      >
        {children}
      </ul>
    </section>
  )
}

/** Whether the page reserves space for the shelf: it had one before, or the user asked for it. */
function useShelfRoom(): boolean {
  const view = useStore(viewChoices)
  const [first] = useState(view)
  return view.hasShelf && view.wasShelfFilled && (first.wasShelfFilled || !first.hasShelf)
}

type SectionProps = {
  title: string
  count: number
  /** Whether it has the first prompt, or, if there is none, the first folder. */
  isFirst: boolean
  controls?: ReactNode
  children: ReactNode
}

function Section({ title, count, isFirst, controls, children }: SectionProps) {
  const format = useFormatter()
  return (
    <section data-first={isFirst || undefined}>
      <div className={styles.heading}>
        <h2 className="flex gap-8 text-13 medium">
          {title}
          <span className="visually-hidden">: </span>
          <span>{format.number(count)}</span>
        </h2>
        {controls}
      </div>
      {children}
    </section>
  )
}

/** The folder of a hit. If the whole path does not fit, only the nearest folder is shown. */
function Place({ path }: { path: PathFolder[] }) {
  const t = useTranslations('library.search')
  const way: PathFolder[] = path.length > 0 ? path : [{ id: 'root', name: t('inRoot') }]
  const nearest = way.at(-1)
  const names = way.flatMap(({ name, leftOutBefore }) => (leftOutBefore ? ['…', name] : [name]))
  return (
    <span className={styles.place} title={names.join(' / ')}>
      <FolderIcon size={13} />
      <span>
        {way.length > 1 && (
          <span>
            {way.slice(0, -1).map(({ id, name, leftOutBefore }) => (
              <Fragment key={id}>
                {leftOutBefore !== undefined && (
                  <>
                    <LeftOutFolders count={leftOutBefore} />
                    {' / '}
                  </>
                )}
                <bdi>{name}</bdi>
                {' / '}
              </Fragment>
            ))}
          </span>
        )}
        <bdi>{nearest?.name}</bdi>
      </span>
    </span>
  )
}
