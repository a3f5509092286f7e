import { createContext, use, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** The slot in the signed-in layout's top bar that the screen fills. */
export const TopBarSlot = createContext<HTMLElement | null>(null)

/** Renders a screen's own content, a breadcrumb or a title, into the top bar. */
export function TopBar({ children }: { children: ReactNode }) {
  const slot = use(TopBarSlot)
  return slot && createPortal(children, slot)
}
