import {
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react'
import { ChevronRight, House } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { TreeFolder } from '#contract/library/folders.ts'
import { FolderIcon } from '#web/library/tree/folder-icon.tsx'
import type { FolderTree } from '#web/library/tree/folder-tree.ts'
import { useRowWindow } from '#web/ui/tree/use-row-window.ts'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import styles from './move-dialog.module.css'

export const root = 'root'

const indent = 18
/** Deeper folders are not indented further, for lack of room. */
const mostIndents = 8

type DestinationListProps = {
  tree: FolderTree
  /** Shows only matching folders. Empty for all. */
  filter: string
  /** Whether the subfolders of a folder are shown. */
  isOpen: (id: string) => boolean
  /** The folder that the items are in; undefined if there are several. */
  current: string | null | undefined
  chosen: string | undefined
  /** A folder to scroll to, and to focus with `hasFocus`. */
  shown: { id: string; hasFocus: boolean } | undefined
  onChoose: (id: string) => void
  onToggle: (folder: TreeFolder, isOpen: boolean) => void
  onSubmit: () => void
}

type Row = {
  folder: TreeFolder
  level: number
  /** Undefined without subfolders. */
  isOpen: boolean | undefined
  path: string
}

/**
 * The folders as a tree of radio buttons. A click on a row, except on its radio button, also opens its folder. Only
 * rows
 * near the viewport are rendered.
 */
export function DestinationList(props: DestinationListProps) {
  const { tree, filter, isOpen, current, chosen, shown, onChoose, onToggle, onSubmit } = props
  const t = useTranslations('library')
  const tMoving = useTranslations('history.moving')
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const currentId = useId()
  const rowHeight = useMediaQuery('(pointer: coarse)') ? 44 : 40
  const rows = useMemo(() => rowsOf(tree, filter, isOpen), [tree, filter, isOpen])
  const [from, end] = useRowWindow(list, rows.length + 1, rowHeight)
  // The focused row stays rendered, or scrolling would lose the focus.
  const [focusedId, setFocusedId] = useState<string>()

  const shownAt = rows.findIndex(({ folder }) => folder.id === shown?.id)
  useLayoutEffect(() => {
    const box = scroller.current
    if (shownAt >= 0 && box) box.scrollTop = (shownAt + 1) * rowHeight - box.clientHeight / 2
    // Scrolls again for another folder, not for each change of the rows above.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [shown, shownAt < 0])
  useEffect(() => {
    if (!shown?.hasFocus || shownAt < 0) return
    const radio = list.current?.querySelector<HTMLElement>(`[value="${CSS.escape(shown.id)}"]`)
    radio?.focus()
  }, [shown, shownAt])

  const choice = (id: string) => ({
    type: 'radio',
    name: 'destination',
    value: id,
    'aria-describedby': (id === root ? null : id) === current ? currentId : undefined,
    checked: chosen === id,
    onChange: () => onChoose(id),
    onFocus: () => setFocusedId(id),
    onBlur: () => setFocusedId(undefined),
  })
  const here = (id: string | null) =>
    id === current && (
      <span id={currentId} className={styles.here}>
        {tMoving('nowHere')}
      </span>
    )

  function onKeyDown(event: KeyboardEvent) {
    if (!(event.target instanceof HTMLInputElement)) return
    const { value } = event.target
    const folder = tree.get(value)
    if (event.key === 'Enter') {
      event.preventDefault()
      if (chosen === value) onSubmit()
      else onChoose(value)
    } else if (folder && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
      event.preventDefault()
      if (tree.foldersIn(value).length > 0) onToggle(folder, event.key === 'ArrowRight')
    }
  }

  return (
    <div ref={scroller} className={styles.scroller} data-scrolls>
      <ul
        ref={list}
        className={styles.rows}
        style={{ height: (rows.length + 1) * rowHeight, '--row': `${rowHeight}px` }}
        onKeyDown={onKeyDown}
      >
        <li className={styles.root}>
          <label className={styles.choice}>
            <input {...choice(root)} />
            <House size={16} />
            <span>{t('search.inRoot')}</span>
          </label>
          {here(null)}
        </li>
        {rows.map(({ folder, level, isOpen, path }, at) => {
          const isNear = at + 1 >= from && at + 1 < end
          if (!isNear && folder.id !== focusedId) return null
          const style = {
            top: (at + 1) * rowHeight,
            paddingInlineStart: Math.min(level - 1, mostIndents) * indent,
          }
          return (
            <li key={folder.id} style={style}>
              <label
                className={styles.choice}
                onClick={({ target }) => {
                  // The arrow keys click the radio button, too, but must only choose.
                  const isRow = !(target instanceof HTMLInputElement)
                  if (isRow && isOpen !== undefined && !filter) onToggle(folder, true)
                }}
              >
                <input
                  {...choice(folder.id)}
                  aria-label={t('move.choose', { name: folder.name })}
                />
                <FolderIcon color={folder.color} size={16} />
                <span dir="auto" className="ellipsis" title={folder.name}>
                  {folder.name}
                </span>
                {path && (
                  <small dir="auto" className="ellipsis shrinks text-12 quiet" title={path}>
                    {path}
                  </small>
                )}
              </label>
              {here(folder.id)}
              {isOpen !== undefined && (
                <button
                  type="button"
                  className={styles.chevron}
                  // The arrow keys do the same from the radio button, without a tab stop per row.
                  tabIndex={-1}
                  aria-label={t('move.open', { name: folder.name })}
                  aria-expanded={filter ? undefined : isOpen}
                  onClick={() => onToggle(folder, !isOpen)}
                >
                  <ChevronRight size={16} />
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function rowsOf(tree: FolderTree, filter: string, isOpen: (id: string) => boolean): Row[] {
  if (!filter)
    return tree
      .rows(isOpen)
      .map(({ level, isOpen, ...folder }) => ({ folder, level, isOpen, path: '' }))
  return tree.find(filter).map((folder) => {
    const names = tree.pathTo(folder.parentId).map(({ name }) => name)
    const hasFolders = tree.foldersIn(folder.id).length > 0
    return { folder, level: 1, isOpen: hasFolders ? false : undefined, path: names.join(' / ') }
  })
}
