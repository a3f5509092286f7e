import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useLocation } from 'react-router'
import { useFormatter, useNow, useTranslations } from 'use-intl'
import type { PromptCard } from '#contract/prompts.ts'
import { screens } from '#contract/screens.ts'
import { useCommands } from '#web/commands/commands.ts'
import { toFolderTree } from '#web/library/tree/folder-tree.ts'
import { shelfQuery } from '#web/library/get-shelf.ts'
import { folderTreeQuery } from '#web/library/tree/list-folder-tree.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { ownerColor } from '#web/ui/owner-color.ts'
import { FolderTreeView } from './folder-tree-view.tsx'
import styles from './shelf.module.css'

const mostFavourites = 5
const mostRecents = 3

/** The library in the sidebar: favourites, what was used last, and the tree of folders. */
export function Shelf() {
  const t = useTranslations('shelf')
  const { open } = useCommands()
  const { pathname, search } = useLocation()
  const shelf = useQuery(shelfQuery)
  const folders = useQuery(folderTreeQuery)
  const tree = useMemo(() => toFolderTree(folders.data ?? []), [folders.data])
  const folderId = new URLSearchParams(search).get('folderId')
  // All of it at once: what came later would push the rest down.
  if (shelf.isPending || folders.isPending) return null
  const { favourites = [], recents = [] } = shelf.data ?? {}
  return (
    <>
      <Prompts title={t('favourites')} prompts={favourites.slice(0, mostFavourites)} />
      <Prompts title={t('recents')} prompts={recents.slice(0, mostRecents)} hasTime />
      {folders.data && (
        <div className={styles.section}>
          <div className={styles.head}>
            <span id="shelf-folders">{t('folders')}</span>
            <IconButton
              label={t('newFolder')}
              className={styles.add}
              data-leaves
              onClick={() => open({ kind: 'create-folder', folderId })}
            >
              <Plus size={16} strokeWidth={1.5} />
            </IconButton>
          </div>
          <FolderTreeView
            tree={tree}
            current={pathname === screens.library ? folderId : null}
            labelledBy="shelf-folders"
          />
          {folders.data.length === 0 && <p className={styles.none}>{t('noFolders')}</p>}
        </div>
      )}
    </>
  )
}

type PromptsProps = {
  title: string
  prompts: PromptCard[]
  /** Says when each was used. */
  hasTime?: boolean
}

function Prompts({ title, prompts, hasTime }: PromptsProps) {
  const { open } = useCommands()
  if (prompts.length === 0) return null
  return (
    <div className={styles.section}>
      <p className={styles.head}>{title}</p>
      <ul aria-label={title}>
        {prompts.map((prompt) => (
          <li key={prompt.id}>
            <button
              type="button"
              className={styles.row}
              title={prompt.name}
              data-leaves
              onClick={() => {
                const { id, name, color, isPublic, preview } = prompt
                open({ kind: 'view-prompt', prompt: { id, name, color, isPublic, preview } })
              }}
            >
              <i className={styles.card} style={{ background: ownerColor(prompt.color).raw }} />
              <span dir="auto" className={styles.name}>
                {prompt.name}
              </span>
              {hasTime && prompt.usedAt !== null && <Since at={prompt.usedAt} />}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const minute = 60_000

function Since({ at }: { at: string }) {
  const t = useTranslations('shelf')
  const format = useFormatter()
  const now = useNow({ updateInterval: minute })
  const date = new Date(at)
  const isNow = now.getTime() - date.getTime() < minute
  return (
    <time dateTime={at} className={styles.quiet}>
      {isNow ? t('now') : format.relativeTime(date, { now, style: 'narrow' })}
    </time>
  )
}
