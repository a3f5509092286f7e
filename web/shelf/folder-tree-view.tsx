import {
  useLayoutEffect,
  useRef,
  useState,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { foldForSearch } from '#contract/search/folding.ts'
import { FolderIcon } from '#web/library/tree/folder-icon.tsx'
import type { FolderTree, TreeRow } from '#web/library/tree/folder-tree.ts'
import { useRowWindow } from '#web/library/tree/use-row-window.ts'
import { folderPath } from '#web/paths.ts'
import styles from './folder-tree-view.module.css'
import { keepOpenFolders, readOpenFolders } from './open-folders.ts'

const rowHeight = 30
/** How long something is held over a folder before it opens, in milliseconds. */
const springDelay = 700
/** How long letters count as one beginning of a name, in milliseconds. */
const typingDelay = 500

type FolderTreeViewProps = {
  tree: FolderTree
  /** The folder on screen; null where there is none. */
  current: string | null
  labelledBy: string
}

/** The folders as an ARIA tree of links. Only rows of open levels that are near those seen are in the page. */
export function FolderTreeView({ tree, current, labelledBy }: FolderTreeViewProps) {
  const t = useTranslations('shelf')
  const list = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState(readOpenFolders)
  const [shownFor, setShownFor] = useState<{ current: string | null; isThere: boolean }>()
  const [active, setActive] = useState<{ id: string; hasFocus: boolean }>()
  const typed = useRef({ text: '', at: 0 })
  const spring = useRef<{ id: string; timer: ReturnType<typeof setTimeout> }>(undefined)

  // The way to the folder on screen is opened when the screen changes; then it may be closed again.
  const isThere = current !== null && tree.get(current) !== undefined
  if (shownFor?.current !== current || shownFor.isThere !== isThere) {
    setShownFor({ current, isThere })
    setActive(undefined)
    const way = tree.wayTo(current).slice(0, -1)
    if (way.some(({ id }) => !opened.has(id))) {
      setOpened(new Set([...opened, ...way.map(({ id }) => id)]))
    }
  }

  const rows = tree.rows((id) => opened.has(id))
  const [from, end] = useRowWindow(list, rows.length, rowHeight)
  const indexOf = (id: string | null | undefined) =>
    rows.findIndex(({ folder }) => folder.id === id)
  const activeAt = Math.max(0, indexOf(active?.id ?? current))
  const currentAt = indexOf(current)

  useLayoutEffect(() => keepOpenFolders(opened), [opened])
  useLayoutEffect(() => {
    const scroller = list.current?.closest('[data-scrolls]')
    if (currentAt < 0 || !list.current || !scroller) return
    const box = scroller.getBoundingClientRect()
    const top = list.current.getBoundingClientRect().top + currentAt * rowHeight
    if (top < box.top || top + rowHeight > box.bottom) scroller.scrollTop += top - box.top - 60
    // When the screen changes, not whenever a level above it is opened.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [shownFor])
  useLayoutEffect(() => {
    if (!active?.hasFocus) return
    list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [active])

  function toggle(id: string, isOpen = !opened.has(id)) {
    const next = new Set(opened)
    if (isOpen) next.add(id)
    else next.delete(id)
    setOpened(next)
  }

  function go(row: TreeRow | undefined) {
    if (row) setActive({ id: row.folder.id, hasFocus: true })
  }

  function onKeyDown(event: KeyboardEvent) {
    const row = rows[activeAt]
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return
    const { key } = event
    if (key === 'ArrowDown') go(rows[activeAt + 1])
    else if (key === 'ArrowUp') go(rows[activeAt - 1])
    else if (key === 'Home') go(rows[0])
    else if (key === 'End') go(rows.at(-1))
    else if (key === 'ArrowRight') {
      if (row.isOpen) go(rows[activeAt + 1])
      else if (row.hasFolders) toggle(row.folder.id, true)
    } else if (key === 'ArrowLeft') {
      if (row.isOpen) toggle(row.folder.id, false)
      else go(rows[indexOf(row.folder.parentId)])
    } else if (key === ' ' && typed.current.text === '') {
      list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.click()
    } else if (key.length === 1 && !event.nativeEvent.isComposing) {
      go(rowBeginningWith(key, event.timeStamp))
    } else return
    event.preventDefault()
  }

  /** The next row whose name begins with the letters that were typed. */
  function rowBeginningWith(key: string, at: number): TreeRow | undefined {
    const isNew = at - typed.current.at > typingDelay
    const text = isNew ? key : typed.current.text + key
    typed.current = { text, at }
    const beginning = foldForSearch(text)
    // Further letters may still mean the same row.
    const start = isNew ? activeAt + 1 : activeAt
    return [...rows.slice(start), ...rows.slice(0, start)].find(({ folder }) =>
      foldForSearch(folder.name).startsWith(beginning),
    )
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
    <div
      ref={list}
      role="tree"
      aria-labelledby={labelledBy}
      className={styles.tree}
      style={{ height: rows.length * rowHeight }}
      onKeyDown={onKeyDown}
      onDragOver={onDragOver}
      onDragLeave={onDragLeave}
      onDrop={endSpring}
    >
      {rows.map((row, at) => {
        // The row that has the focus stays in the page while the list is scrolled.
        if ((at < from || at >= end) && at !== activeAt) return null
        const { folder, level, isOpen, hasFolders } = row
        return (
          <Link
            key={folder.id}
            to={folderPath(folder.id)}
            role="treeitem"
            aria-level={level}
            aria-posinset={row.position}
            aria-setsize={row.siblingCount}
            aria-expanded={hasFolders ? isOpen : undefined}
            aria-current={folder.id === current ? 'page' : undefined}
            tabIndex={at === activeAt ? 0 : -1}
            title={folder.name}
            data-drop-folder={folder.id}
            className={styles.row}
            style={{ top: at * rowHeight, '--level': level }}
            onFocus={() => setActive({ id: folder.id, hasFocus: false })}
          >
            <span
              role="presentation"
              className={styles.chevron}
              onClick={(event) => {
                if (!hasFolders) return
                // Neither the link's way nor, on a phone, the drawer's.
                event.preventDefault()
                event.stopPropagation()
                toggle(folder.id)
              }}
            >
              {hasFolders && <ChevronRight size={14} strokeWidth={1.5} aria-hidden />}
            </span>
            <FolderIcon color={folder.color} size={16} />
            <span dir="auto" className={styles.name}>
              {folder.name}
            </span>
            {folder.promptCount > 0 && (
              <span className={styles.count}>
                {t.rich('count', { count: folder.promptCount, hidden })}
              </span>
            )}
          </Link>
        )
      })}
    </div>
  )
}

function hidden(text: ReactNode) {
  return <span className="visually-hidden">{text}</span>
}
