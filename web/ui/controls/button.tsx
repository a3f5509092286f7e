import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'
import { classNames } from '#web/ui/class-names.ts'

type ButtonProps = ComponentProps<'button'> & {
  look?: 'primary' | 'plain' | 'danger'
  /** Shows a spinner and ignores clicks, but keeps the focus. */
  busy?: boolean
  icon?: ReactNode
}

export function Button({
  look = 'plain',
  busy = false,
  icon,
  children,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={classNames(styles[look], className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {busy ? <span className={styles.spinner} aria-hidden /> : icon}
      <span>{children}</span>
    </button>
  )
}

type IconButtonProps = ComponentProps<'button'> & {
  /** The accessible name, also shown as a tooltip. */
  label: string
  children: ReactNode
}

export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classNames(styles.icon, className)}
      {...rest}
    >
      {children}
    </button>
  )
}
