import type { ReactNode } from 'react'

/**
 * Makes screen readers read an element when it changes. An empty status would be an additional stop for their cursors.
 */
export const live = { 'aria-live': 'polite', 'aria-atomic': true } as const

/** A text only for screen readers, which they read when it changes. */
export function LiveText({ children }: { children: ReactNode }) {
  return (
    <span {...live} className="visually-hidden">
      {children}
    </span>
  )
}
