import { useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { Check, ChevronRight, Minus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { FolderIcon } from '#web/library/tree/folder-icon.tsx'
import { useRowWindow } from '#web/library/tree/use-row-window.ts'
import { ownerColor } from '#web/ui/owner-color.ts'
import {
  rowsOf,
  tickOf,
  type ImportRow,
  type ImportTree,
  type Item,
  type TickCounts,
  type Ticks,
} from './import-tree.ts'
import styles from './import-list.module.css'

const rowHeight = 36

/** Of fewer things, all are shown at once. */
const fewThings = 60

type ImportListProps = {
  tree: ImportTree
  ticks: Ticks
  counts: TickCounts
  /** Prompts that are in the library already. */
  same: ReadonlySet<number>
  onTick: (item: Item, isOn: boolean) => void
}

/** What a file holds, as a tree to tick. Only rows near those seen are in the page. */
export function ImportList({ tree, ticks, counts, same, onTick }: ImportListProps) {
  const t = useTranslations('import')
  const list = useRef<HTMLDivElement>(null)
  const { folders, prompts } = tree.library
  const [shown, setShown] = useState(() => ({ tree, opened: openedAtFirst(tree) }))
  const [active, setActive] = useState({ at: 0, hasFocus: false })
  if (shown.tree !== tree) {
    setShown({ tree, opened: openedAtFirst(tree) })
    setActive({ at: 0, hasFocus: false })
  }
  const { opened } = shown
  const rows = useMemo(() => rowsOf(shown.tree, (at) => shown.opened.has(at)), [shown])
  const [from, end] = useRowWindow(list, rows.length, rowHeight)
  useLayoutEffect(() => {
    if (!active.hasFocus) return
    list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [active])

  const isOn = (item: Item) => tickOf(tree, ticks, counts, item)
  const isLocked = ({ kind, at }: Item) => kind === 'prompt' && tree.tooLong.has(at)

  function toggle(row: ImportRow) {
    if (row.kind === 'prompt') return
    const next = new Set(opened)
    if (!next.delete(row.at)) next.add(row.at)
    setShown({ tree, opened: next })
  }

  function tick(row: ImportRow) {
    if (!isLocked(row)) onTick(row, isOn(row) !== true)
  }

  function go(at: number) {
    if (at >= 0 && at < rows.length) setActive({ at, hasFocus: true })
  }

  function onKeyDown(event: KeyboardEvent) {
    const row = rows[active.at]
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return
    const { key } = event
    if (key === 'ArrowDown') go(active.at + 1)
    else if (key === 'ArrowUp') go(active.at - 1)
    else if (key === 'Home') go(0)
    else if (key === 'End') go(rows.length - 1)
    else if (key === ' ' || key === 'Enter') tick(row)
    else if (key === 'ArrowRight' && row.kind === 'folder') {
      if (row.isOpen) go(active.at + 1)
      else toggle(row)
    } else if (key === 'ArrowLeft') {
      if (row.isOpen) toggle(row)
      else go(rows.findLastIndex(({ level }, at) => at < active.at && level < row.level))
    } else return
    event.preventDefault()
  }

  function markOf(row: ImportRow) {
    if (row.kind === 'folder') {
      const all = counts.tickable[row.at] ?? 0
      const ticked = counts.ticked[row.at] ?? 0
      if (all === 0) return t('emptyFolder')
      return ticked === all ? t('number', { count: all }) : t('someOf', { count: ticked, all })
    }
    if (tree.tooLong.has(row.at)) return t('tooLong')
    return same.has(row.at) ? t('same') : undefined
  }

  return (
    <div className={styles.scroller} data-scrolls>
      <div
        ref={list}
        role="tree"
        aria-label={t('list')}
        aria-multiselectable
        className={styles.tree}
        style={{ height: rows.length * rowHeight }}
        onKeyDown={onKeyDown}
      >
        {rows.map((row, at) => {
          // The row that has the focus stays in the page while the list is scrolled.
          if ((at < from || at >= end) && at !== active.at) return null
          const { name, color } = (row.kind === 'folder' ? folders : prompts)[row.at] ?? {
            name: '',
            color: '',
          }
          const checked = isOn(row)
          const mark = markOf(row)
          return (
            <div
              key={`${row.kind}${row.at}`}
              role="treeitem"
              aria-level={row.level}
              aria-posinset={row.position}
              aria-setsize={row.siblingCount}
              aria-expanded={row.kind === 'folder' ? row.isOpen : undefined}
              aria-checked={checked ?? 'mixed'}
              aria-disabled={isLocked(row) || undefined}
              tabIndex={at === active.at ? 0 : -1}
              className={styles.row}
              style={{ top: at * rowHeight, '--level': row.level }}
              onClick={() => {
                setActive({ at, hasFocus: true })
                tick(row)
              }}
            >
              <span
                role="presentation"
                className={styles.chevron}
                onClick={(event) => {
                  if (row.kind === 'prompt') return
                  event.stopPropagation()
                  setActive({ at, hasFocus: true })
                  toggle(row)
                }}
              >
                {row.kind === 'folder' && <ChevronRight size={16} strokeWidth={1.5} aria-hidden />}
              </span>
              <span className={styles.box} aria-hidden>
                {checked === undefined && <Minus size={12} strokeWidth={3} />}
                {checked === true && <Check size={12} strokeWidth={3} />}
              </span>
              {row.kind === 'folder' ? (
                <FolderIcon color={color} size={16} />
              ) : (
                <span
                  className={styles.band}
                  style={{ background: ownerColor(color).raw }}
                  aria-hidden
                />
              )}
              <span dir="auto" className={styles.name} title={name}>
                {name}
              </span>
              {mark !== undefined && <span className={styles.mark}>{mark}</span>}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function openedAtFirst({ library: { folders, prompts } }: ImportTree): ReadonlySet<number> {
  return new Set(folders.length + prompts.length <= fewThings ? folders.keys() : [])
}
