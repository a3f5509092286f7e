import type { MouseEvent } from 'react'
import { Link, useNavigate, type LinkProps } from 'react-router'

/** A link to a folder, or to the root. After a click, the next frame shows it, if the copy has it. */
export function FolderLink({ to, ...rest }: Omit<LinkProps, 'onClick'> & { to: string }) {
  const navigate = useNavigate()
  const open = (event: MouseEvent) => {
    const { defaultPrevented, button, ctrlKey, metaKey, shiftKey, altKey } = event
    if (defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return
    event.preventDefault()
    const isHere = to === location.pathname + location.search
    // As a transition, the router would draw it in slices, over several frames.
    void navigate(to, { replace: isHere, flushSync: true })
  }
  return <Link {...rest} to={to} onClick={open} />
}
