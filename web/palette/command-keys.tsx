import { useEffect, useEffectEvent, useRef } from 'react'
import { focusedCard } from '#web/library/on-screen.ts'
import { usesSingleKeys } from '#web/library/single-keys.ts'
import { openModals } from '#web/ui/overlays/modals.ts'
import { useVerbContext } from './use-verb-context.ts'
import { allVerbs, type VerbKey } from './verbs.ts'

/** How long after the first key of two the second one counts, in milliseconds. */
const pairDelay = 1000

/** Listens for the keys of verbs. */
export function CommandKeys() {
  const contextFor = useVerbContext()
  const last = useRef({ key: '', at: 0 })

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isFree(event)) return
    const hasDialog = openModals.length > 0
    const { key, at } = last.current
    const before = event.timeStamp - at < pairDelay ? key : ''
    last.current = { key: event.key.toLowerCase(), at: event.timeStamp }
    const context = contextFor(focusedCard())
    const verb = allVerbs.find(
      (verb) =>
        !verb.isHeardElsewhere &&
        (verb.isForDialogs || !hasDialog) &&
        verb.key &&
        (verb.key.control || usesSingleKeys()) &&
        isPressed(verb.key, event, before) &&
        verb.when?.(context) !== false,
    )
    if (!verb) return
    event.preventDefault()
    verb.run(context)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return null
}

/** Whether a press is meant for nothing else. */
function isFree(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || event.isComposing) return false
  // AltGr, which is Ctrl and Alt to some systems, makes other characters.
  if (event.altKey || event.getModifierState('AltGraph')) return false
  const isTaken =
    event.target instanceof Element &&
    event.target.closest(
      'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="tree"], [popover]',
    )
  return !isTaken
}

/** By the character, not by the place of its key: keyboards differ. */
function isPressed(wanted: VerbKey, event: KeyboardEvent, before: string): boolean {
  if (wanted.key !== event.key.toLowerCase() && wanted.key !== event.key) return false
  if ((wanted.control ?? false) !== (event.ctrlKey || event.metaKey)) return false
  // Other characters may need Shift or not.
  if (/^[a-z]$/.test(wanted.key) && (wanted.shift ?? false) !== event.shiftKey) return false
  return wanted.after === undefined || wanted.after === before
}
