import type { ReactNode } from 'react'

/** Makes screen readers read an element when it changes. A status would be a stop for their cursors while it is empty. */
export const live = { 'aria-live': 'polite', 'aria-atomic': true } as const

/** A text for screen readers alone, which they read when it changes. */
export function LiveText({ children }: { children: ReactNode }) {
  return (
    <span {...live} className="visually-hidden">
      {children}
    </span>
  )
}
