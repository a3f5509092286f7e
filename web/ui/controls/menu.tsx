import {
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { Check, MoreHorizontal } from 'lucide-react'
import { IconButton } from './button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { live } from '#web/ui/live-text.tsx'
import fieldStyles from './field.module.css'
import styles from './menu.module.css'

/** A shortcut in the notation of `aria-keyshortcuts`, and as shown. */
export type Shortcut = { keys: string; names: ReactNode }

export type MenuEntry = {
  label: string
  /** Needed if two entries can have the same label. */
  key?: string
  icon?: ReactNode
  /** The shortcut for the same action outside the menu. */
  shortcut?: Shortcut | undefined
  isDestructive?: boolean
  /** Whether it is chosen; undefined if the entry is not a choice. */
  isChecked?: boolean
  /** Shown at the end of the entry. */
  aside?: ReactNode
  /** Separated from the entries before it. */
  startsGroup?: boolean
  /** A sentence above it, which describes it. */
  note?: string
  /** A second action, at the end of the entry. */
  side?: { label: string; icon: ReactNode; onPress: () => void }
  onPress: () => void
}

/** Opens the menu from elsewhere, also while its own button is hidden. */
export type MenuControls = { open: () => void }

type MenuProps = {
  ref?: Ref<MenuControls> | undefined
  label: string
  /** Whether the menu shows its label above the entries. */
  isHeaded?: boolean
  entries: MenuEntry[]
  className?: string | undefined
  /** The button's content; three dots by default. */
  icon?: ReactNode
  /** A field that filters the choices, and the text shown if none match. */
  filter?: { label: string; none: string } | undefined
}

/** A button with a menu below it, in the platform's top layer. */
export function Menu(props: MenuProps) {
  const { ref, label, isHeaded = false, entries, className, icon, filter } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  // Rendered on the first opening: in a long list, unopened entries would be a third of the page.
  const [wasOpened, setWasOpened] = useState(false)
  // A menu contains no field.
  const role = filter ? 'dialog' : 'menu'
  const [typed, setTyped] = useState('')
  const sought = typed.trim().toLowerCase()
  const shown = entries.filter(
    ({ label, isChecked }) => isChecked === undefined || label.toLowerCase().includes(sought),
  )
  const hasChoice = shown.some(({ isChecked }) => isChecked !== undefined)
  useImperativeHandle(ref, () => ({ open: () => menu.current?.showPopover() }))

  function place() {
    if (!button.current || !menu.current) return
    const anchor = button.current.getBoundingClientRect()
    const { offsetWidth, offsetHeight } = menu.current
    if (anchor.width === 0) {
      // If its button is hidden, it opens in the corner that is in reach of the thumb.
      menu.current.style.top = `${innerHeight - offsetHeight - 8}px`
      menu.current.style.left = `${innerWidth - offsetWidth - 8}px`
      return
    }
    const below = anchor.bottom + 4
    const fitsBelow = below + offsetHeight < innerHeight
    menu.current.style.top = `${fitsBelow ? below : Math.max(8, anchor.top - offsetHeight - 4)}px`
    // Aligned with the button's end, without extending beyond the button's container.
    const start = button.current.offsetParent?.getBoundingClientRect().left ?? 0
    const left = Math.max(8, start, anchor.right - offsetWidth)
    menu.current.style.left = `${Math.min(left, innerWidth - offsetWidth - 8)}px`
  }

  function moveFocus(event: KeyboardEvent) {
    // Tab moves on from the button that opened the menu.
    if (event.key === 'Tab') return menu.current?.hidePopover()
    if (event.key === 'Escape') {
      // Otherwise a surrounding dialog would close, too.
      event.preventDefault()
      return menu.current?.hidePopover()
    }
    const field = menu.current?.querySelector('input')
    if (event.target === field) return walkFromField(event)
    if (field && isLetter(event)) return field.focus()
    const items = [...(menu.current?.querySelectorAll('button') ?? [])]
    const at = items.findIndex((item) => item === document.activeElement)
    const next = itemFor(event, items, at)
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  function walkFromField(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
    event.preventDefault()
    const first = menu.current?.querySelector<HTMLElement>('[role=menuitemradio]')
    if (event.key === 'Enter') first?.click()
    else first?.focus()
  }

  function press(action: { onPress: () => void } | undefined) {
    menu.current?.hidePopover()
    action?.onPress()
  }

  return (
    <>
      <IconButton
        ref={button}
        label={label}
        aria-haspopup={role}
        className={className}
        popoverTarget={id}
      >
        {icon ?? <MoreHorizontal size={18} />}
      </IconButton>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it has one of two roles */}
      <div
        ref={menu}
        id={id}
        popover="auto"
        role={role}
        // Focusable, so that a click between the entries keeps the focus here.
        tabIndex={-1}
        aria-label={label}
        className={styles.menu}
        onBeforeToggle={() => setWasOpened(true)}
        onToggle={(event) => {
          const isOpen = event.newState === 'open'
          // Not `:has(+ :popover-open)`, with which each new element on the page restyles all others.
          button.current?.toggleAttribute('data-open', isOpen)
          if (!isOpen) return setTyped('')
          menu.current?.style.removeProperty('height')
          place()
          // The field stays in its place while the list gets shorter.
          if (filter) menu.current?.style.setProperty('height', `${menu.current.offsetHeight}px`)
          menu.current?.querySelector('button')?.focus()
        }}
        onKeyDown={moveFocus}
      >
        {wasOpened && isHeaded && (
          <p className={styles.heading} aria-hidden>
            {label}
          </p>
        )}
        {wasOpened && filter && (
          <>
            <input
              type="search"
              className={fieldStyles.input}
              aria-label={filter.label}
              placeholder={filter.label}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
            <p {...live} className={classNames(styles.heading, hasChoice && 'visually-hidden')}>
              {!hasChoice && filter.none}
            </p>
          </>
        )}
        <div role={filter ? 'menu' : 'none'} aria-label={filter && label}>
          {wasOpened &&
            shown.map((entry, at) => (
              <div
                key={entry.key ?? entry.label}
                role="none"
                className={classNames('flex wrap', entry.startsGroup && styles.group)}
              >
                {entry.note && (
                  <p id={`${id}-note-${at}`} className={styles.note}>
                    {entry.note}
                  </p>
                )}
                <button
                  type="button"
                  role={entry.isChecked === undefined ? 'menuitem' : 'menuitemradio'}
                  aria-checked={entry.isChecked}
                  className={classNames(styles.entry, entry.isDestructive && 'red')}
                  aria-keyshortcuts={entry.shortcut?.keys}
                  aria-describedby={entry.note && `${id}-note-${at}`}
                  onClick={() => press(entry)}
                >
                  {entry.isChecked ? <Check size={16} /> : entry.icon}
                  <span dir="auto">{entry.label}</span>
                  {entry.aside && <span className={styles.aside}>{entry.aside}</span>}
                  {entry.shortcut && (
                    <span className={styles.shortcut} aria-hidden>
                      {entry.shortcut.names}
                    </span>
                  )}
                </button>
                {entry.side && (
                  <button
                    type="button"
                    role="menuitem"
                    className={styles.side}
                    aria-label={entry.side.label}
                    title={entry.side.label}
                    onClick={() => press(entry.side)}
                  >
                    {entry.side.icon}
                  </button>
                )}
              </div>
            ))}
        </div>
      </div>
    </>
  )
}

/**
 * Returns the item that a key moves to: up, down, to either end, or to the next entry that begins with a letter.
 */
function itemFor(event: KeyboardEvent, items: HTMLElement[], at: number): HTMLElement | undefined {
  const { key } = event
  if (key === 'ArrowDown') return items.at((at + 1) % items.length)
  if (key === 'ArrowUp') return items.at(Math.max(at, 0) - 1)
  if (key === 'Home') return items.at(0)
  if (key === 'End') return items.at(-1)
  if (!isLetter(event)) return undefined
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find((item) =>
    item.textContent.toLowerCase().startsWith(key.toLowerCase()),
  )
}

function isLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
}
