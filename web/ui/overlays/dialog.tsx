import {
  createContext,
  useId,
  useLayoutEffect,
  useRef,
  type CSSProperties,
  type ReactNode,
} from 'react'
import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '#web/ui/controls/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import styles from './dialog.module.css'
import { isSaveKey } from '#web/ui/save-key.ts'
import { isAbove } from './is-above.ts'
import { openModal } from './modals.ts'
import { TypedAhead, replayTypedAhead } from './typed-ahead.tsx'

type DialogProps = {
  open: boolean
  title: string
  /**
   * Called on Esc, the close button, a click outside or a form's Cancel. The caller decides whether to close. Undefined
   * while it cannot be closed.
   */
  onCloseRequest: (() => void) | undefined
  /** Called on Ctrl+Enter or ⌘+Enter, wherever the focus is in the dialog. By default, its form is submitted. */
  onSaveKey?: () => void
  /** Shown after the title, or below it on a phone. */
  note?: ReactNode
  /** Shown after the title if there is room, such as the location of its subject. */
  place?: string
  /** Shown between the title and the close button. */
  actions?: ReactNode
  /** The title's background and text colour, if the owner chose a colour. */
  titleStyle?: CSSProperties | undefined
  size?: 'small' | 'medium' | 'large'
  /** The id of its text, which screen readers read when it opens: for a question. */
  about?: string
  /**
   * Whether its content is still loading: the dialog receives keys at once, but appears only after a moment. False
   * once the content is there, which takes the focus itself; undefined if nothing is loaded.
   */
  isComing?: boolean
  children: ReactNode
}

/** Closes the surrounding dialog. Undefined while it cannot be closed. */
export const CloseRequest = createContext<DialogProps['onCloseRequest']>(undefined)

/** A modal dialog: traps the focus, and returns it to the element that opened the dialog. */
export function Dialog({
  open,
  title,
  onCloseRequest,
  onSaveKey,
  note,
  place,
  actions,
  titleStyle,
  size = 'medium',
  about,
  isComing,
  children,
}: DialogProps) {
  const t = useTranslations('shell')
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)
  /** Presses in the dialog since it opened. */
  const presses = useRef(0)
  const titleId = useId()

  // In the same commit, so that the next key press reaches its field.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    presses.current = 0
    const close = openModal(element)
    focusAtEnd(element.querySelector<HTMLElement>('[data-autofocus]'))
    replayTypedAhead()
    // Also when another dialog replaces it, so that the browser remembers where to return the
    // focus.
    return close
  }, [open])

  return (
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, styles[size])}
      // Screen readers may miss that the focus has entered a dialog, in particular one above another, but not an alert.
      role={about === undefined ? undefined : 'alertdialog'}
      aria-labelledby={titleId}
      aria-describedby={about}
      data-coming={isComing || undefined}
      // The browser itself would close it on the second Esc, whatever the caller decides.
      {...{ closedby: 'none' }}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        // Keys pressed in a dialog above this one are not meant for it.
        if (event.defaultPrevented || isAbove(event.target, dialog.current)) return
        if (event.key === 'Escape') {
          event.preventDefault()
          onCloseRequest?.()
        } else if (isSaveKey(event)) {
          // Applies to the form that fills the dialog. Smaller forms handle the key themselves.
          const form = dialog.current?.querySelector<HTMLFormElement>(':scope > * > form')
          if (!onSaveKey && !form) return
          event.preventDefault()
          if (onSaveKey) onSaveKey()
          else form?.requestSubmit()
        }
      }}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === dialog.current
        presses.current += 1
      }}
      onClick={(event) => {
        // Neither a text selection that ends outside nor the second click of an opening
        // double-click counts.
        const isMeant = pressedOutside.current && event.detail < 2
        if (isMeant && event.target === dialog.current) onCloseRequest?.()
      }}
      onMouseDown={(event) => {
        // The second press of a double-click that opened it leaves the focus where it is. So does any press while a field
        // for typing ahead has it.
        const isOfOpening = event.detail > presses.current
        if (isOfOpening || (isComing && !(event.target as Element).closest('button'))) {
          event.preventDefault()
        }
      }}
    >
      {/* Focusable, so that a click between the fields keeps the focus in the dialog. */}
      <div className={styles.frame} tabIndex={-1}>
        {isComing !== undefined && (
          <TypedAhead open={open} isOver={!isComing} label={t('loading', { title })} />
        )}
        {/* Not a `header`, which would be a second banner landmark. */}
        <div className={styles.header} style={titleStyle}>
          <div className={styles.titles}>
            <h2 id={titleId} dir="auto" className={styles.title} title={title}>
              {title}
            </h2>
            {note}
          </div>
          {place && (
            <div className={styles.place}>
              <span dir="auto" className="ellipsis" title={place}>
                {place}
              </span>
            </div>
          )}
          {actions}
          <IconButton label={t('close')} onClick={onCloseRequest}>
            <X size={18} />
          </IconButton>
        </div>
        <CloseRequest value={onCloseRequest}>{children}</CloseRequest>
      </div>
    </dialog>
  )
}

/** Focuses a field, with the cursor at its end. */
export function focusAtEnd(element: HTMLElement | null) {
  element?.focus()
  // Fields for addresses have no selection.
  if (element instanceof HTMLInputElement && element.selectionStart !== null) {
    element.setSelectionRange(-1, -1)
  }
}

/** The scrolling part of a dialog, between its title and its foot. */
export function DialogBody({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <div id={id} className={styles.body}>
      {children}
    </div>
  )
}

/** A dialog's buttons, the primary one last. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>
}
