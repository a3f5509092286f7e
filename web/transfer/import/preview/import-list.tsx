import { useMemo, useRef, useState } from 'react'
import { Check, Minus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { FolderIcon } from '#web/library/tree/folder-icon.tsx'
import { ownerColor } from '#web/ui/owner-color.ts'
import { Tree } from '#web/ui/tree/tree.tsx'
import treeStyles from '#web/ui/tree/tree.module.css'
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

/** Shorter trees start fully expanded. */
const mostExpanded = 60

type ImportListProps = {
  tree: ImportTree
  ticks: Ticks
  counts: TickCounts
  /** Prompts that the library already has. */
  same: ReadonlySet<number>
  onTick: (item: Item, isOn: boolean) => void
}

/** The contents of a file as a tree with check boxes. */
export function ImportList({ tree, ticks, counts, same, onTick }: ImportListProps) {
  const t = useTranslations('import')
  const list = useRef<HTMLDivElement>(null)
  const [toggled, setToggled] = useState<{ tree: ImportTree; opened: ReadonlySet<number> }>()
  const opened = useMemo(
    () => (toggled?.tree === tree ? toggled.opened : openedAtFirst(tree)),
    [toggled, tree],
  )
  const rows = useMemo(() => rowsOf(tree, (at) => opened.has(at)), [tree, opened])

  const isOn = (item: Item) => tickOf(tree, ticks, counts, item)
  const isLocked = ({ kind, at }: Item) => kind === 'prompt' && tree.tooLong.has(at)

  function toggle({ at }: ImportRow, isOpen: boolean) {
    const next = new Set(opened)
    if (isOpen) next.add(at)
    else next.delete(at)
    setToggled({ tree, opened: next })
  }

  function tick(row: ImportRow) {
    if (!isLocked(row)) onTick(row, isOn(row) !== true)
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
      <Tree
        list={list}
        rows={rows}
        rowHeight={36}
        aria-label={t('list')}
        aria-multiselectable
        onToggle={toggle}
      >
        {(row, item, chevron) => {
          const checked = isOn(row)
          const mark = markOf(row)
          return (
            <div
              {...item}
              key={row.id}
              role="treeitem"
              aria-checked={checked ?? 'mixed'}
              aria-disabled={isLocked(row) || undefined}
              className={`${item.className} ${styles.row}`}
              onClick={() => tick(row)}
            >
              {chevron}
              <span className={styles.box} aria-hidden>
                {checked === undefined && <Minus size={12} />}
                {checked === true && <Check size={12} />}
              </span>
              {row.kind === 'folder' ? (
                <FolderIcon color={row.color} size={16} />
              ) : (
                <span
                  className={styles.band}
                  style={{ background: ownerColor(row.color).raw }}
                  aria-hidden
                />
              )}
              <span
                dir="auto"
                className={`grow ellipsis left-text ${styles.name}`}
                title={row.name}
              >
                {row.name}
              </span>
              {mark !== undefined && <span className={treeStyles.mark}>{mark}</span>}
            </div>
          )
        }}
      </Tree>
    </div>
  )
}

function openedAtFirst({ library: { folders, prompts } }: ImportTree): ReadonlySet<number> {
  return new Set(folders.length + prompts.length <= mostExpanded ? folders.keys() : [])
}
