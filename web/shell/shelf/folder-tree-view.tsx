import { useLayoutEffect, useRef, useState, type DragEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FolderIcon } from '#web/library/tree/folder-icon.tsx'
import type { FolderTree } from '#web/library/tree/folder-tree.ts'
import { FolderLink } from '#web/library/folders/folder-link.tsx'
import { folderPath } from '#web/api/paths.ts'
import { Tree } from '#web/ui/tree/tree.tsx'
import treeStyles from '#web/ui/tree/tree.module.css'
import styles from './folder-tree-view.module.css'
import { storeOpenFolders, readOpenFolders } from './open-folders.ts'

const rowHeight = 30
/** How long a drag hovers over a folder before it opens, in milliseconds. */
const springDelay = 700

type FolderTreeViewProps = {
  tree: FolderTree
  /** The folder on screen, or null. */
  current: string | null
  labelledBy: string
}

/** The folders as a tree of links. */
export function FolderTreeView({ tree, current, labelledBy }: FolderTreeViewProps) {
  const t = useTranslations('shelf')
  const list = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState(readOpenFolders)
  const [shownFor, setShownFor] = useState<{ current: string | null; isThere: boolean }>()
  const spring = useRef<{ id: string; timer: ReturnType<typeof setTimeout> }>(undefined)

  // Opens the path to the folder on screen once per navigation, so that users can close it again.
  const isThere = current !== null && tree.get(current) !== undefined
  if (shownFor?.current !== current || shownFor.isThere !== isThere) {
    setShownFor({ current, isThere })
    const ancestors = tree.pathTo(current).slice(0, -1)
    if (ancestors.some(({ id }) => !opened.has(id))) {
      setOpened(new Set([...opened, ...ancestors.map(({ id }) => id)]))
    }
  }

  const rows = tree.rows((id) => opened.has(id))
  const currentAt = rows.findIndex(({ id }) => id === current)

  useLayoutEffect(() => storeOpenFolders(opened), [opened])
  useLayoutEffect(() => {
    const scroller = list.current?.closest('[data-scrolls]')
    if (currentAt < 0 || !list.current || !scroller) return
    const box = scroller.getBoundingClientRect()
    const top = list.current.getBoundingClientRect().top + currentAt * rowHeight
    if (top < box.top || top + rowHeight > box.bottom) scroller.scrollTop += top - box.top - 60
    // Scrolls once per navigation, not whenever a level above opens.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [shownFor])

  function toggle(id: string, isOpen: boolean) {
    const next = new Set(opened)
    if (isOpen) next.add(id)
    else next.delete(id)
    setOpened(next)
  }

  function endSpring() {
    clearTimeout(spring.current?.timer)
    spring.current = undefined
  }

  function onDragOver(event: DragEvent) {
    const over = event.target instanceof Element && event.target.closest('[data-drop-folder]')
    const id = over instanceof HTMLElement ? over.dataset['dropFolder'] : undefined
    if (id === spring.current?.id) return
    endSpring()
    if (id === undefined || opened.has(id)) return
    spring.current = { id, timer: setTimeout(() => toggle(id, true), springDelay) }
  }

  function onDragLeave({ relatedTarget }: DragEvent) {
    if (!(relatedTarget instanceof Node && list.current?.contains(relatedTarget))) endSpring()
  }

  return (
    <Tree
      list={list}
      rows={rows}
      rowHeight={rowHeight}
      start={current}
      aria-labelledby={labelledBy}
      onToggle={({ id }, isOpen) => toggle(id, isOpen)}
      onDragOver={onDragOver}
      onDragLeave={onDragLeave}
      onDrop={endSpring}
    >
      {(folder, item, chevron) => (
        <FolderLink
          {...item}
          key={folder.id}
          to={folderPath(folder.id)}
          aria-current={folder.id === current ? 'page' : undefined}
          title={folder.name}
          data-drop-folder={folder.id}
          className={`${item.className} ${styles.row}`}
        >
          {chevron}
          <FolderIcon color={folder.color} size={16} />
          <span dir="auto" className="grow ellipsis left-text">
            {folder.name}
          </span>
          {folder.promptCount > 0 && (
            <span className={treeStyles.mark}>
              {t.rich('count', { count: folder.promptCount, hidden })}
            </span>
          )}
        </FolderLink>
      )}
    </Tree>
  )
}

function hidden(text: ReactNode) {
  return <span className="visually-hidden">{text}</span>
}
