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
import type { TreeFolder } from '#contract/folders.ts'
import { FolderIcon } from '#web/library/tree/folder-icon.tsx'
import type { FolderTree } from '#web/library/tree/folder-tree.ts'
import { useRowWindow } from '#web/ui/tree/use-row-window.ts'
import styles from './move-dialog.module.css'

export const root = 'root'

const rowHeight = 40
const indent = 18
/** Deeper folders have no room for more. */
const mostIndents = 8

type DestinationListProps = {
  tree: FolderTree
  /** What the folders are narrowed down to; all of them where it is empty. */
  filter: string
  /** Whether the folders in a folder are shown. */
  isOpen: (id: string) => boolean
  /** Where the things are that are to be moved; undefined where they are in several places. */
  place: string | null | undefined
  chosen: string | undefined
  /** A folder that is to be seen, and with `hasFocus` to have the focus. */
  shown: { id: string; hasFocus: boolean } | undefined
  onChoose: (id: string) => void
  onToggle: (folder: TreeFolder, isOpen: boolean) => void
  onSubmit: () => void
}

type Line =
  | { kind: 'folder'; folder: TreeFolder; level: number; isOpen: boolean; way: string }
  | { kind: 'none'; id: string; level: number }

/** The folders as a tree, each with a radio button. Only rows near those seen are in the page. */
export function DestinationList(props: DestinationListProps) {
  const { tree, filter, isOpen, place, chosen, shown, onChoose, onToggle, onSubmit } = props
  const t = useTranslations('library')
  const tMoving = useTranslations('history.moving')
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const placeId = useId()
  const lines = useMemo(() => linesOf(tree, filter, isOpen), [tree, filter, isOpen])
  const [from, end] = useRowWindow(list, lines.length + 1, rowHeight)
  // Kept in the page while it has the focus, or the focus would be lost by scrolling.
  const [focusedId, setFocusedId] = useState<string>()

  const shownAt = lines.findIndex((line) => line.kind === 'folder' && line.folder.id === shown?.id)
  useLayoutEffect(() => {
    const box = scroller.current
    if (shownAt >= 0 && box) box.scrollTop = (shownAt + 1) * rowHeight - box.clientHeight / 2
    // Again for another folder, not each time that the lines above it change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [shown, shownAt < 0])
  useEffect(() => {
    if (!shown?.hasFocus || shownAt < 0) return
    const radio = list.current?.querySelector<HTMLElement>(`[value="${CSS.escape(shown.id)}"]`)
    radio?.focus()
  }, [shown, shownAt])

  const choice = (id: string, name: string) => ({
    type: 'radio',
    name: 'destination',
    value: id,
    'aria-label': t('move.choose', { name }),
    'aria-describedby': (id === root ? null : id) === place ? placeId : undefined,
    checked: chosen === id,
    onChange: () => onChoose(id),
    onFocus: () => setFocusedId(id),
    onBlur: () => setFocusedId(undefined),
  })
  const here = (id: string | null) =>
    id === place && (
      <span id={placeId} className={styles.here}>
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
      onToggle(folder, event.key === 'ArrowRight')
    }
  }

  return (
    <div ref={scroller} className={styles.scroller} data-scrolls>
      <ul
        ref={list}
        className={styles.rows}
        style={{ height: (lines.length + 1) * rowHeight, '--row': `${rowHeight}px` }}
        onKeyDown={onKeyDown}
      >
        <li className={styles.root}>
          <label className="row gap-8 grow pointer">
            <span className={styles.radio}>
              <input {...choice(root, t('root'))} />
            </span>
            <House size={16} strokeWidth={1.5} aria-hidden />
            <span>{t('root')}</span>
            {here(null)}
          </label>
        </li>
        {lines.map((line, at) => {
          const isNear = at + 1 >= from && at + 1 < end
          if (!isNear && !(line.kind === 'folder' && line.folder.id === focusedId)) return null
          const style = {
            top: (at + 1) * rowHeight,
            paddingInlineStart: Math.min(line.level - 1, mostIndents) * indent,
          }
          if (line.kind === 'none') {
            return (
              <li key={line.id} className={`text-13 quiet ${styles.none}`} style={style}>
                {t('move.noFolders')}
              </li>
            )
          }
          const { folder } = line
          return (
            <li key={folder.id} style={style}>
              <label className={styles.radio}>
                <input {...choice(folder.id, folder.name)} />
              </label>
              <button
                type="button"
                className="row gap-8 shrinks bare transparent inset-focus"
                // The arrow keys do the same from the radio button, without a stop at each row.
                tabIndex={-1}
                aria-label={t('move.open', { name: folder.name })}
                aria-expanded={filter ? undefined : line.isOpen}
                onClick={() => onToggle(folder, filter !== '' || !line.isOpen)}
              >
                <FolderIcon color={folder.color} size={16} />
                <span dir="auto" className="ellipsis" title={folder.name}>
                  {folder.name}
                </span>
              </button>
              {line.way && (
                <small dir="auto" className="ellipsis shrinks text-12 quiet" title={line.way}>
                  {line.way}
                </small>
              )}
              {here(folder.id)}
              <ChevronRight size={16} strokeWidth={1.5} aria-hidden className={styles.chevron} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function linesOf(tree: FolderTree, filter: string, isOpen: (id: string) => boolean): Line[] {
  if (filter) {
    return tree.find(filter).map((folder) => {
      const names = tree.wayTo(folder.parentId).map(({ name }) => name)
      return { kind: 'folder', folder, level: 1, isOpen: false, way: names.join(' / ') }
    })
  }
  return tree.rows(isOpen).flatMap(({ level, isOpen: isOpened, ...folder }): Line[] => {
    const line: Line = { kind: 'folder', folder, level, isOpen: isOpen(folder.id), way: '' }
    if (isOpened !== undefined || !line.isOpen) return [line]
    return [line, { kind: 'none', id: `${folder.id} none`, level: level + 1 }]
  })
}
