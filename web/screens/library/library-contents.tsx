import { Fragment, memo, type ReactNode } from 'react'
import { Folder as FolderIcon } from 'lucide-react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Folder, FolderCrumb } from '#contract/folders.ts'
import type { PromptCard as PromptCardShape } from '#contract/prompts.ts'
import type { OpenCommand, PromptBasics } from '#web/commands/commands.ts'
import { FolderCard } from '#web/folders/folder-card.tsx'
import { folderPath } from '#web/paths.ts'
import { PromptCard, type PromptAction } from '#web/prompts/prompt-card.tsx'
import { LeftOutFolders } from '#web/library/left-out-folders.tsx'
import styles from './library-screen.module.css'
import { PromptGrid } from './prompt-grid.tsx'

type Placed = { folderPath?: FolderCrumb[] }

type LibraryContentsProps = {
  folders: (Folder & Placed)[]
  prompts: (PromptCardShape & Placed & { line?: string | undefined })[]
  /** Instead of “Prompts”. */
  promptsTitle?: string
  /** Passed in, since it is stable: the hook itself would redraw every card with each step of the router. */
  open: OpenCommand
}

/** A folder's folders and prompts, or a search's. */
export const LibraryContents = memo(function LibraryContents({
  folders,
  prompts,
  promptsTitle,
  open,
}: LibraryContentsProps) {
  const t = useTranslations('library')
  const act: Record<PromptAction, (prompt: PromptBasics) => void> = {
    view: (prompt) => open({ kind: 'view-prompt', prompt }),
    edit: (prompt) => open({ kind: 'update-prompt', prompt }),
    move: (prompt) => open({ kind: 'move-prompt', prompt }),
    delete: (prompt) => open({ kind: 'delete-prompt', prompt }),
  }
  return (
    <>
      {folders.length > 0 && (
        <Section title={t('folders')} count={folders.length}>
          <ul className={styles.folders}>
            {folders.map((folder) => (
              <FolderCard
                key={folder.id}
                folder={folder}
                to={folderPath(folder.id)}
                place={folder.folderPath && <Place path={folder.folderPath} />}
                onEdit={() => open({ kind: 'update-folder', folder })}
                onDelete={() => open({ kind: 'delete-folder', folder })}
              />
            ))}
          </ul>
        </Section>
      )}
      {prompts.length > 0 && (
        <Section title={promptsTitle ?? t('prompts')} count={prompts.length}>
          <PromptGrid items={prompts} keyOf={(prompt) => prompt.id}>
            {(prompt) => (
              <PromptCard
                prompt={prompt.line === undefined ? prompt : { ...prompt, preview: prompt.line }}
                place={prompt.folderPath && <Place path={prompt.folderPath} />}
                onAction={(action) => {
                  const { id, name, color, isPublic, preview } = prompt
                  act[action]({ id, name, color, isPublic, preview })
                }}
              />
            )}
          </PromptGrid>
        </Section>
      )}
    </>
  )
})

function Section(props: { title: string; count: number; children: ReactNode }) {
  const format = useFormatter()
  return (
    <section>
      <h2 className={styles.heading}>
        {props.title} <span>{format.number(props.count)}</span>
      </h2>
      {props.children}
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
