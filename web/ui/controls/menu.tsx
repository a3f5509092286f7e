import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { MoreHorizontal } from 'lucide-react'
import { IconButton } from './button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import styles from './menu.module.css'

export type MenuEntry = {
  label: string
  /** Where two entries may have the same label. */
  key?: string
  icon?: ReactNode
  isDestructive?: boolean
  onPress: () => void
}

type MenuProps = {
  label: string
  entries: MenuEntry[]
  className?: string | undefined
  /** What the button shows; three dots unless told. */
  icon?: ReactNode
}

/** A button with a menu below it, in the platform's top layer. */
export function Menu({ label, entries, className, icon }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  // Entries that nobody has asked for would be a third of all that a long list puts into the page.
  const [wasOpened, setWasOpened] = useState(false)

  function place() {
    if (!button.current || !menu.current) return
    const anchor = button.current.getBoundingClientRect()
    const { offsetWidth, offsetHeight } = menu.current
    const below = anchor.bottom + 4
    const fitsBelow = below + offsetHeight < innerHeight
    menu.current.style.top = `${fitsBelow ? below : Math.max(8, anchor.top - offsetHeight - 4)}px`
    // Ends where the button does, and does not reach beyond what the button belongs to.
    const start = button.current.offsetParent?.getBoundingClientRect().left ?? 0
    const left = Math.max(8, start, anchor.right - offsetWidth)
    menu.current.style.left = `${Math.min(left, innerWidth - offsetWidth - 8)}px`
  }

  function moveFocus(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const items = [...(menu.current?.querySelectorAll('button') ?? [])]
    const at = items.findIndex((item) => item === document.activeElement)
    items.at((at + step) % items.length)?.focus()
  }

  return (
    <>
      <IconButton
        ref={button}
        label={label}
        aria-haspopup="menu"
        className={className}
        popoverTarget={id}
      >
        {icon ?? <MoreHorizontal size={18} strokeWidth={1.5} />}
      </IconButton>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        className={styles.menu}
        onBeforeToggle={() => setWasOpened(true)}
        onToggle={(event) => {
          if (event.newState !== 'open') return
          place()
          menu.current?.querySelector('button')?.focus()
        }}
        onKeyDown={moveFocus}
      >
        {wasOpened &&
          entries.map((entry) => (
            <button
              key={entry.key ?? entry.label}
              type="button"
              role="menuitem"
              className={classNames(styles.entry, entry.isDestructive && styles.destructive)}
              onClick={() => {
                menu.current?.hidePopover()
                entry.onPress()
              }}
            >
              {entry.icon}
              <span dir="auto">{entry.label}</span>
            </button>
          ))}
      </div>
    </>
  )
}
