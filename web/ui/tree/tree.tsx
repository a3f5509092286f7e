import {
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { ChevronRight } from 'lucide-react'
import { foldForSearch } from '#contract/library/search/folding.ts'
import type { RowPlace } from './tree-rows.ts'
import styles from './tree.module.css'
import { useRowWindow } from './use-row-window.ts'

/** Time within which letters add up to the beginning of a name, in milliseconds. */
const typingDelay = 500

type TreeProps<Row> = Omit<ComponentProps<'div'>, 'children' | 'onToggle'> & {
  list: RefObject<HTMLDivElement | null>
  rows: readonly Row[]
  rowHeight: number
  /** The row that is the Tab stop until another has the focus; by default the first. */
  start?: string | null
  onToggle: (row: Row, isOpen: boolean) => void
  /** Renders a row, given the props of a tree item and the chevron that expands it. */
  children: (row: Row, item: ReturnType<typeof itemProps>, chevron: ReactNode) => ReactNode
}

/**
 * An ARIA tree: one Tab stop, arrow keys, Home, End and type-ahead. Enter and Space click a row. Renders only rows
 * near the viewport.
 */
export function Tree<Row extends RowPlace & { id: string; name: string }>(props: TreeProps<Row>) {
  const { list, rows, rowHeight, start, onToggle, children, ...rest } = props
  const [active, setActive] = useState<{ id: string; hasFocus: boolean; start: typeof start }>()
  const typed = useRef({ text: '', at: 0 })
  const [from, end] = useRowWindow(list, rows.length, rowHeight)
  const activeId = active && active.start === start ? active.id : start
  const activeAt = Math.max(
    0,
    rows.findIndex(({ id }) => id === activeId),
  )
  useLayoutEffect(() => {
    if (active?.hasFocus) tabStopOf(list)?.focus()
  }, [list, active])

  function focus(row: Row | undefined) {
    if (row) setActive({ id: row.id, hasFocus: true, start })
  }

  function onKeyDown(event: KeyboardEvent) {
    const row = rows[activeAt]
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return
    const { key } = event
    if (key === 'ArrowDown') focus(rows[activeAt + 1])
    else if (key === 'ArrowUp') focus(rows[activeAt - 1])
    else if (key === 'Home') focus(rows[0])
    else if (key === 'End') focus(rows.at(-1))
    else if (key === 'ArrowRight') {
      if (row.isOpen) focus(rows[activeAt + 1])
      else if (row.isOpen === false) onToggle(row, true)
    } else if (key === 'ArrowLeft') {
      if (row.isOpen) onToggle(row, false)
      else focus(rows.findLast(({ level }, at) => at < activeAt && level < row.level))
    } else if (key === 'Enter') {
      // Enter on a link also supports opening a new window.
      if (event.target instanceof HTMLAnchorElement) return
      tabStopOf(list)?.click()
    } else if (key === ' ' && event.timeStamp - typed.current.at > typingDelay) {
      tabStopOf(list)?.click()
    } else if (key.length === 1 && !event.nativeEvent.isComposing) {
      focus(rowBeginningWith(key, event.timeStamp))
    } else return
    event.preventDefault()
  }

  /** Returns the next row whose name begins with the typed letters. */
  function rowBeginningWith(key: string, at: number): Row | undefined {
    const isNew = at - typed.current.at > typingDelay
    const text = isNew ? key : typed.current.text + key
    typed.current = { text, at }
    const beginning = foldForSearch(text)
    // Further letters may still match the same row.
    const first = isNew ? activeAt + 1 : activeAt
    return [...rows.slice(first), ...rows.slice(0, first)].find(({ name }) =>
      foldForSearch(name).startsWith(beginning),
    )
  }

  return (
    <div
      {...rest}
      ref={list}
      role="tree"
      className="relative"
      style={{ height: rows.length * rowHeight, '--row': `${rowHeight}px` }}
      onKeyDown={onKeyDown}
    >
      {rows.map((row, at) => {
        // The focused row stays rendered while the list is scrolled.
        if ((at < from || at >= end) && at !== activeAt) return null
        const item = itemProps(row, at, at === activeAt, () =>
          setActive({ id: row.id, hasFocus: false, start }),
        )
        return children(
          row,
          item,
          <span
            role="presentation"
            className={styles.chevron}
            onClick={(event) => {
              if (row.isOpen === undefined) return
              // Must neither follow the row's link nor close a phone's drawer.
              event.preventDefault()
              event.stopPropagation()
              onToggle(row, !row.isOpen)
            }}
          >
            {row.isOpen !== undefined && <ChevronRight />}
          </span>,
        )
      })}
    </div>
  )
}

function tabStopOf(list: RefObject<HTMLElement | null>) {
  return list.current?.querySelector<HTMLElement>('[tabindex="0"]')
}

function itemProps(row: RowPlace, at: number, isActive: boolean, onFocus: () => void) {
  return {
    role: 'treeitem',
    'aria-level': row.level,
    'aria-posinset': row.position,
    'aria-setsize': row.siblingCount,
    'aria-expanded': row.isOpen,
    tabIndex: isActive ? 0 : -1,
    className: styles.row,
    style: { '--at': at, '--level': row.level },
    onFocus,
  }
}
