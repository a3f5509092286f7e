import { useEffect, useRef } from 'react'
import buttonStyles from '#web/ui/controls/button.module.css'
import { openModal } from './modals.ts'
import styles from './loading-modal.module.css'

/** Covers the page while the user waits. It cannot be closed. */
export function LoadingModal({ open, text }: { open: boolean; text: string }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open && dialog.current) return openModal(dialog.current)
  }, [open])
  return (
    <dialog
      ref={dialog}
      className={styles.modal}
      {...{ closedby: 'none' }}
      onCancel={(event) => event.preventDefault()}
    >
      <p role="status" className="row gap-12 no-outline" tabIndex={-1}>
        <span className={buttonStyles.spinner} aria-hidden />
        {text}
      </p>
    </dialog>
  )
}
