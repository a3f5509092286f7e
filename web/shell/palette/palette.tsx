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
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { useCommands, type CommandState } from '#web/library/commands.ts'
import { focusedCard } from '#web/library/on-screen.ts'
import { folderPath } from '#web/api/paths.ts'
import { classNames } from '#web/ui/class-names.ts'
import fieldStyles from '#web/ui/controls/field.module.css'
import { ownerColor } from '#web/ui/owner-color.ts'
import { openModal } from '#web/ui/overlays/modals.ts'
import { TypedAhead, replayTypedAhead } from '#web/ui/overlays/typed-ahead.tsx'
import markStyles from '#web/ui/mark.module.css'
import { KeyNames, keyShortcut } from './key-names.tsx'
import styles from './palette.module.css'
import type { Mark } from './rank-names.ts'
import { useCopyPrompt } from '#web/prompts/copying/use-copy-prompt.ts'
import { LiveText } from '#web/ui/live-text.tsx'
import { useEntries, type Entry } from './use-entries.ts'
import { useVerbContext } from './use-verb-context.ts'

type PaletteProps = { open: boolean; onClose: () => void }

const groups = ['prompts', 'recents', 'folders', 'texts', 'verbs'] as const

/** Finds prompts and folders by a few letters, and runs commands by name. */
export function Palette({ open, onClose }: PaletteProps) {
  const t = useTranslations('palette')
  const { open: openCommand } = useCommands()
  const navigate = useNavigate()
  const copyPrompt = useCopyPrompt()
  // Read before the dialog moves the focus.
  const [card] = useState(focusedCard)
  const contextFor = useVerbContext({ replace: true })
  const [text, setText] = useState('')
  const { entries, isReady, isSearching } = useEntries(text, contextFor(card))
  /** Set if Enter was pressed before the names were there. */
  const awaited = useRef<{ isControl: boolean }>(undefined)
  /** An entry was chosen, and further keys are stored for the dialog that it opens. */
  const [isChosen, setChosen] = useState(false)
  const [selectedId, setSelectedId] = useState<string>()
  const selected = entries.find(({ id }) => id === selectedId) ?? entries[0]
  // Before the first key press, screen readers would read the entry instead of the field.
  const isActive = text !== '' || selectedId !== undefined
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()
  const pressedOutside = useRef(false)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    const close = openModal(element)
    replayTypedAhead()
    return close
  }, [open])
  useLayoutEffect(() => {
    if (!isChosen) field.current?.focus()
  }, [isChosen])
  useLayoutEffect(() => {
    list.current?.querySelector('[data-selected]')?.scrollIntoView({ block: 'nearest' })
  })

  function choose(entry: Entry) {
    switch (entry.kind) {
      case 'prompt':
        return openCommand({ kind: 'view-prompt', prompt: entry.prompt })
      case 'folder':
        // Replaces the palette's history entry, so that going back returns to the screen below.
        return void navigate(folderPath(entry.folder.id), {
          replace: true,
          state: { focusesCard: true } satisfies CommandState,
        })
      case 'verb':
        if (!entry.replacesPalette) onClose()
        return entry.run()
    }
  }

  async function copy(entry: Entry) {
    setChosen(entry.kind === 'prompt')
    if (entry.kind !== 'prompt') return
    if (await copyPrompt(entry.prompt.id, () => choose(entry))) onClose()
    else setChosen(false)
  }

  function enter(isControl: boolean) {
    if (!isReady) {
      awaited.current = { isControl }
      setChosen(true)
    } else if (!selected) setChosen(false)
    else if (isControl) void copy(selected)
    else choose(selected)
  }

  const enterAwaited = useEffectEvent(() => {
    if (!awaited.current) return
    const { isControl } = awaited.current
    awaited.current = undefined
    enter(isControl)
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
    else if (key === 'Enter') enter(isControl)
    else if (key.toLowerCase() === 'e' && isControl && selected?.kind === 'prompt') {
      openCommand({ kind: 'update-prompt', prompt: selected.prompt })
    } else return
    event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={t('title')}
      {...{ closedby: 'none' }}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === dialog.current
      }}
      onClick={(event) => {
        if (pressedOutside.current && event.target === dialog.current) onClose()
      }}
    >
      {isChosen && <TypedAhead open isOver={false} label={t('title')} />}
      <div
        className={styles.frame}
        tabIndex={-1}
        // The focus stays in the field.
        onPointerDown={(event) => event.target !== field.current && event.preventDefault()}
      >
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
              aria-label={t('title')}
              aria-expanded
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={isActive && selected ? `${listId}-${selected.id}` : undefined}
              placeholder={t('placeholder')}
              value={text}
              onChange={(event) => {
                setText(event.target.value)
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
          aria-label={t('title')}
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
                    onClick={() => choose(entry)}
                  >
                    <EntryRow entry={entry} />
                  </div>
                ))}
              </div>
            )
          })}
        </div>
        <LiveText>{text.trim() !== '' && t('found', { count: entries.length })}</LiveText>
        <footer className={styles.foot} aria-hidden>
          <span>
            <KeyNames value={{ key: 'Enter' }} /> {t('open')}
          </span>
          {selected?.kind === 'prompt' && (
            <>
              <span>
                <KeyNames value={{ key: 'Enter', control: true }} /> {t('copy')}
              </span>
              <span>
                <KeyNames value={{ key: 'e', control: true }} /> {t('edit')}
              </span>
            </>
          )}
          <span>
            <KeyNames value={{ key: 'Escape' }} />
          </span>
        </footer>
      </div>
    </dialog>
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
