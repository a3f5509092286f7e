import { useEffect, useEffectEvent, useRef } from 'react'
import { focusedCard } from '#web/library/on-screen.ts'
import { usesSingleKeys } from '#web/library/single-keys.ts'
import { listen } from '#web/ui/listen.ts'
import { openModals } from '#web/ui/overlays/modals.ts'
import { shortcutKeys } from '#web/ui/browser/early-keys.ts'
import { useVerbContext } from './use-verb-context.ts'
import { allVerbs, type VerbKey } from './verbs.ts'

/** How long a pair such as G L waits for its second key, in milliseconds. */
const pairDelay = 1000

/** Runs verbs by their keyboard shortcuts. */
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
        !verb.isHandledElsewhere &&
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
    for (const event of shortcutKeys.take()) press(event)
    return listen(document, ['keydown'], (event) => press(event))
  }, [])
  return null
}

/** Whether a key press is outside fields, trees and menus. */
function isFree(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || event.isComposing) return false
  // AltGr types other characters, and some systems report it as Ctrl and Alt.
  if (event.altKey || event.getModifierState('AltGraph')) return false
  const isInField =
    event.target instanceof Element &&
    event.target.closest(
      'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="tree"], [popover]',
    )
  return !isInField
}

/** Compares the character, not the position of its key, since keyboards differ. */
function isPressed(wanted: VerbKey, event: KeyboardEvent, before: string): boolean {
  if (wanted.key !== event.key.toLowerCase() && wanted.key !== event.key) return false
  if ((wanted.control ?? false) !== (event.ctrlKey || event.metaKey)) return false
  // Whether other characters need Shift depends on the keyboard.
  if (/^[a-z]$/.test(wanted.key) && (wanted.shift ?? false) !== event.shiftKey) return false
  return wanted.after === undefined || wanted.after === before
}
