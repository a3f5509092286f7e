import { useEffect, useId, useRef, type CSSProperties, type ReactNode } from 'react'
import { X } from 'lucide-react'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'

type DialogProps = {
  open: boolean
  title: string
  closeLabel: string
  /** Esc, the close button or a click outside. The caller decides whether to close. */
  onCloseRequest: () => void
  /** Between the title and the close button. */
  actions?: ReactNode
  /** The title's ground and ink, where the owner gave it a colour. */
  titleStyle?: CSSProperties | undefined
  size?: 'small' | 'medium' | 'large'
  children: ReactNode
}

/** A modal dialog: holds the focus, and gives it back to where it was asked for. */
export function Dialog({
  open,
  title,
  closeLabel,
  onCloseRequest,
  actions,
  titleStyle,
  size = 'medium',
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)
  const titleId = useId()

  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (open && !element.open) {
      element.showModal()
      element.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    } else if (!open) {
      element.close()
    }
  }, [open])

  return (
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, styles[size])}
      aria-labelledby={titleId}
      // Only our own Esc: the browser's would close at the second press, whatever we say.
      {...{ closedby: 'none' }}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onCloseRequest()
      }}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === dialog.current
      }}
      onClick={(event) => {
        // A text selection that ends outside is not a click outside.
        if (pressedOutside.current && event.target === dialog.current) onCloseRequest()
      }}
    >
      <div className={styles.frame}>
        <header
          className={classNames(styles.header, titleStyle && styles.colored)}
          style={titleStyle}
        >
          <h2 id={titleId} dir="auto" className={styles.title}>
            {title}
          </h2>
          {actions}
          <IconButton label={closeLabel} onClick={onCloseRequest}>
            <X size={18} strokeWidth={1.5} />
          </IconButton>
        </header>
        {children}
      </div>
    </dialog>
  )
}

/** What a dialog says; it scrolls, the title and the foot do not. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>
}

/** A dialog's buttons, the primary one last. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return <footer className={styles.foot}>{children}</footer>
}
