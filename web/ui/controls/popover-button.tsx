import { useId, useRef, type ReactNode, type Ref } from 'react'
import { IconButton } from './button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import styles from './popover-button.module.css'

type PopoverButtonProps = {
  /** The popover, to close it. */
  ref?: Ref<HTMLDivElement>
  label: string
  icon: ReactNode
  className?: string | undefined
  panelClassName?: string | undefined
  children: ReactNode
}

/** A button with a popover below it. The popover takes the focus, and closes on Esc and when the focus leaves it. */
export function PopoverButton(props: PopoverButtonProps) {
  const { ref, label, icon, className, panelClassName, children } = props
  const id = useId()
  const around = useRef<HTMLDivElement>(null)
  const panel = () => around.current?.querySelector<HTMLElement>('[popover]')
  return (
    <div
      ref={around}
      role="presentation"
      className={styles.around}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !panel()?.matches(':popover-open')) return
        // Otherwise the surrounding dialog would close, too.
        event.preventDefault()
        panel()?.hidePopover()
      }}
      onBlur={({ currentTarget, relatedTarget: next }) => {
        // Otherwise the window has lost the focus.
        if (next && !currentTarget.contains(next)) panel()?.hidePopover()
      }}
    >
      <IconButton
        label={label}
        popoverTarget={id}
        aria-haspopup="dialog"
        className={className}
        onClick={(event) => {
          const { bottom, right } = event.currentTarget.getBoundingClientRect()
          panel()?.style.setProperty('--top', `${bottom + 4}px`)
          panel()?.style.setProperty('--end', `${innerWidth - right}px`)
        }}
      >
        {icon}
      </IconButton>
      <div
        ref={ref}
        id={id}
        popover="auto"
        role="dialog"
        // Focusable, so that a click between its fields keeps the focus here.
        tabIndex={-1}
        aria-label={label}
        className={classNames(styles.panel, panelClassName)}
        onToggle={({ currentTarget, newState }) => {
          if (newState !== 'open') return
          const fields = [...currentTarget.querySelectorAll('input')]
          const first = fields.find(({ checked }) => checked) ?? fields[0]
          first?.focus()
        }}
      >
        {children}
      </div>
    </div>
  )
}
