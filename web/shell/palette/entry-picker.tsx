import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { Search } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { classNames } from '#web/ui/class-names.ts'
import fieldStyles from '#web/ui/controls/field.module.css'
import { LiveText } from '#web/ui/live-text.tsx'
import markStyles from '#web/ui/mark.module.css'
import { ownerColor } from '#web/ui/owner-color.ts'
import { KeyNames, keyShortcut } from './key-names.tsx'
import styles from './palette.module.css'
import type { Mark } from './rank-names.ts'
import type { Entry } from './use-found.ts'

/** How an entry was chosen: by Enter or a click, or by Ctrl+Enter. */
export type Choice = 'open' | 'copy'

type EntryPickerProps = {
  label: string
  placeholder: string
  text: string
  onText: (text: string) => void
  entries: readonly Entry[]
  /** Whether the names are there. */
  isReady: boolean
  isSearching: boolean
  /** An entry was chosen, or will be: further keys are not for the field. */
  isChosen: boolean
  onWait: (isWaiting: boolean) => void
  onChoose: (entry: Entry, choice: Choice) => void
  /** Further keys. Returns whether it has used the key. */
  onKey?: (event: KeyboardEvent, selected: Entry | undefined) => boolean
  onClose: () => void
  /** Shown below the list. */
  renderFoot: (selected: Entry | undefined) => ReactNode
  /** Shown before the field. */
  children?: ReactNode
}

const groups = ['prompts', 'recents', 'unused', 'folders', 'texts', 'verbs'] as const

/** A field, and below it what it finds. */
export function EntryPicker(props: EntryPickerProps) {
  const { label, placeholder, text, onText, entries, isReady, isSearching, isChosen } = props
  const { onWait, onChoose, onKey, onClose, renderFoot, children } = props
  const t = useTranslations('palette')
  /** Set if Enter was pressed before the names were there. */
  const awaited = useRef<Choice>(undefined)
  const [selectedId, setSelectedId] = useState<string>()
  const selected = entries.find(({ id }) => id === selectedId) ?? entries[0]
  // Before the first key press, screen readers would read the entry instead of the field.
  const isActive = text !== '' || selectedId !== undefined
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()

  useLayoutEffect(() => {
    if (!isChosen) field.current?.focus()
  }, [isChosen])
  useLayoutEffect(() => {
    list.current?.querySelector('[data-selected]')?.scrollIntoView({ block: 'nearest' })
  })

  function enter(choice: Choice) {
    if (!isReady) {
      awaited.current = choice
      onWait(true)
    } else if (!selected) onWait(false)
    else onChoose(selected, choice)
  }

  const enterAwaited = useEffectEvent(() => {
    if (!awaited.current) return
    const choice = awaited.current
    awaited.current = undefined
    enter(choice)
  })
  useEffect(() => {
    if (isReady) enterAwaited()
  }, [isReady])

  function step(by: number) {
    const at = selected ? entries.indexOf(selected) : -1
    setSelectedId(entries.at((at + by) % entries.length)?.id)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.defaultPrevented) return
    const { key } = event
    const isControl = event.ctrlKey || event.metaKey
    if (key === 'Escape') onClose()
    else if (key === 'ArrowDown') step(1)
    else if (key === 'ArrowUp') step(-1)
    else if (key === 'Enter') enter(isControl ? 'copy' : 'open')
    else if (!onKey?.(event, selected)) return
    event.preventDefault()
  }

  return (
    <div
      role="group"
      className={styles.frame}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      // The focus stays in the field.
      onPointerDown={(event) => event.target !== field.current && event.preventDefault()}
    >
      {children}
      <div className={styles.search}>
        <div className={styles.field}>
          <Search size={16} className="field-icon" />
          <input
            ref={field}
            className={classNames('text-14', fieldStyles.input)}
            type="text"
            role="combobox"
            dir="auto"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            aria-label={label}
            aria-expanded
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={isActive && selected ? `${listId}-${selected.id}` : undefined}
            placeholder={placeholder}
            value={text}
            onChange={(event) => {
              onText(event.target.value)
              awaited.current = undefined
              setSelectedId(undefined)
            }}
          />
        </div>
        <button type="button" className={styles.cancel} onClick={onClose}>
          {t('cancel')}
        </button>
      </div>
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={label}
        aria-busy={isSearching}
        className={styles.list}
      >
        {groups.map((group) => {
          const members = entries.filter((entry) => entry.group === group)
          if (members.length === 0) return null
          const groupId = `${listId}-${group}`
          return (
            <div key={group} role="group" aria-labelledby={groupId}>
              <p id={groupId} className={styles.group}>
                {t(`groups.${group}`)}
              </p>
              {members.map((entry) => (
                <div
                  key={entry.id}
                  id={`${listId}-${entry.id}`}
                  role="option"
                  aria-selected={isActive && entry === selected}
                  data-selected={entry === selected || undefined}
                  aria-keyshortcuts={shortcutOf(entry)}
                  className={styles.entry}
                  onPointerMove={() => setSelectedId(entry.id)}
                  onClick={() => onChoose(entry, 'open')}
                >
                  <EntryRow entry={entry} />
                </div>
              ))}
            </div>
          )
        })}
      </div>
      <LiveText>{text.trim() !== '' && t('found', { count: entries.length })}</LiveText>
      {renderFoot(selected)}
    </div>
  )
}

function shortcutOf(entry: Entry): string | undefined {
  return entry.kind === 'verb' && entry.verbKey ? keyShortcut(entry.verbKey) : undefined
}

function EntryRow({ entry }: { entry: Entry }) {
  const t = useTranslations('palette')
  if (entry.kind === 'verb') {
    const { icon: Icon, label, verbKey } = entry
    return (
      <>
        <Icon size={16} className="quiet" />
        <span className="grow shrinks ellipsis">{label}</span>
        {verbKey && (
          <span className={styles.key} aria-hidden>
            <KeyNames value={verbKey} />
          </span>
        )}
      </>
    )
  }
  const { color, name } = entry.kind === 'prompt' ? entry.prompt : entry.folder
  return (
    <>
      <i className={styles.color} style={{ background: ownerColor(color).raw }} />
      <span className={styles.lines}>
        <span className={styles.titles}>
          <span dir="auto" className="ellipsis left-text bold">
            {withMarks(name, entry.marks)}
          </span>
          {entry.kind === 'prompt' && entry.called && (
            <span dir="ltr" className={styles.called}>
              {withMarks(entry.called.text, entry.called.marks)}
            </span>
          )}
        </span>
        {entry.kind === 'prompt' && entry.excerpt && (
          <span dir="auto" className={styles.excerpt}>
            {entry.excerpt.map(({ from, text, isVariable, marks }) => (
              <span key={from} className={isVariable ? markStyles.open : undefined}>
                {withMarks(text, marks)}
              </span>
            ))}
          </span>
        )}
      </span>
      <span className={styles.path} title={entry.path.join(' / ')}>
        {entry.path.length > 1 && <span>{`${entry.path.slice(0, -1).join(' / ')} / `}</span>}
        <bdi>
          {entry.kind === 'prompt' && entry.isFavourite && (
            <>
              <span aria-hidden>★ </span>
              <span className="visually-hidden">{t('favourite')}</span>
            </>
          )}
          {entry.path.at(-1)}
        </bdi>
      </span>
    </>
  )
}

/** Underlines matches in a text. */
function withMarks(text: string, marks: readonly Mark[]): ReactNode {
  const parts: ReactNode[] = []
  let at = 0
  for (const [from, end] of marks) {
    parts.push(text.slice(at, from), <mark key={from}>{text.slice(from, end)}</mark>)
    at = end
  }
  return [...parts, text.slice(at)]
}
