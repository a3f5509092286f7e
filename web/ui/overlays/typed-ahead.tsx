import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { dropStartedCopy, startCopy } from '#web/ui/copy-text.ts'
import { useForAMoment } from '#web/ui/controls/use-for-a-moment.ts'
import { isSaveKey } from '#web/ui/save-key.ts'
import styles from './dialog.module.css'

const enter = '\u001C'
const save = '\u001D'
const tab = '\u001E'
const run = '\u001F'

/** A dialog, or the popup of the browser extension. */
const frames = 'dialog, main'

/** Characters that stand for keys in typed text. No keyboard produces them. */
const marks: Record<string, KeyboardEventInit> = {
  [enter]: { key: 'Enter' },
  [save]: { key: 'Enter', ctrlKey: true },
  [tab]: { key: 'Tab' },
  [run]: { key: 'Enter', ctrlKey: true, shiftKey: true },
}

/** Text typed ahead, on its way to the dialog that replaces a loading one; undefined if there is no such dialog. */
let pending: string | undefined

function consumeTypedAhead(): string | undefined {
  const text = pending
  pending = undefined
  return text
}

/** Types the text typed into a loading dialog into the one that has just replaced it. */
export function replayTypedAhead(): void {
  const text = consumeTypedAhead()
  if (text !== undefined) replayLater(text)
}

type TypedAheadProps = {
  /** Whether its dialog is open. */
  open: boolean
  /** Whether the next element to take the focus gets the text. */
  isOver: boolean
  /** The name of the loading dialog. */
  label: string
}

/**
 * A field with the focus of a loading dialog. The text typed into it is typed again into the element that takes
 * the focus from it, or into the dialog that replaces this one.
 */
export function TypedAhead({ open, isOver, label }: TypedAheadProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [isDone, setDone] = useState(false)
  // A screen reader that asks for a field that is already gone misses the one that has the focus now.
  const isLingering = useForAMoment(isDone || undefined)
  useLayoutEffect(() => {
    const element = field.current
    if (!open || !element) return
    element.value = consumeTypedAhead() ?? ''
    // For a dialog that is already open; otherwise the dialog sets the focus.
    element.focus()
    return () => {
      pending = element.value
      // A dialog that replaces this one mounts in the same commit.
      queueMicrotask(() => {
        if (consumeTypedAhead() !== undefined) dropStartedCopy()
      })
    }
  }, [open])

  if (isDone && !isLingering) return null
  return (
    <textarea
      ref={field}
      className={styles.typedAhead}
      data-autofocus
      tabIndex={isDone ? -1 : undefined}
      aria-label={label}
      // The on-screen keyboard appears with the field that the text is meant for.
      inputMode="none"
      autoComplete="off"
      onKeyDown={recordKey}
      onBlur={({ currentTarget: element, relatedTarget: next }) => {
        // Otherwise the window has lost the focus.
        if (!next || !element.closest(frames)?.contains(next)) return
        if (isOver && !isDone) {
          setDone(true)
          replayLater(element.value)
        }
        element.value = ''
      }}
    />
  )
}

/** Stores a key without a character among the letters. */
function recordKey(event: KeyboardEvent<HTMLTextAreaElement>) {
  const mark = markOf(event)
  if (event.nativeEvent.isComposing || mark === undefined) return
  event.preventDefault()
  // The key that opened the dialog may still be held.
  if (event.repeat) return
  // This key may be the one that copies, and Safari lets only a key that was just pressed start a copy.
  if (mark === enter || mark === save) startCopy()
  const { currentTarget: field } = event
  field.setRangeText(mark, field.selectionStart, field.selectionEnd, 'end')
}

/** Returns the mark of a key; undefined if the key types by itself. */
function markOf(event: KeyboardEvent): string | undefined {
  // There is no previous field yet.
  if (event.key === 'Tab') return event.shiftKey ? '' : tab
  if (isSaveKey(event)) return event.shiftKey ? run : save
  return event.key === 'Enter' && !event.shiftKey ? enter : undefined
}

/** Types once the element that is taking the focus has it, and before any further key. */
function replayLater(text: string): void {
  queueMicrotask(() => void type(text).finally(dropStartedCopy))
}

async function type(text: string): Promise<void> {
  // If there is no field, unseen typing must not press a button. Only the run shortcut is unambiguous.
  const isOnButton = focused().matches('button, a, [type="radio"]')
  let typedHere = { element: focused(), text: '' }
  for (const character of text) {
    if (isOnButton && character !== run) continue
    const element = focused()
    const init = marks[character] ?? { key: character }
    const press = { ...init, bubbles: true, composed: true, cancelable: true }
    const isUnhandled = element.dispatchEvent(new KeyboardEvent('keydown', press))
    const target = focused()
    typedHere = { element: target, text: typedHere.element === target ? typedHere.text : '' }
    if (!isUnhandled || character === run) continue
    if (init.key === 'Tab') focusNext(target)
    else if (init.key === 'Enter') pressEnter(target)
    else {
      typedHere.text += character
      insert(target, character, typedHere.text)
    }
    // Lets React render the effect of a key before the next one.
    await Promise.resolve()
  }
}

function focused(): Element {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  return element ?? document.body
}

function insert(element: Element, character: string, soFar: string) {
  if (element instanceof HTMLSelectElement) {
    const isMatch = ({ text }: HTMLOptionElement) =>
      text.toLowerCase().startsWith(soFar.toLowerCase())
    const option = [...element.options].findIndex(isMatch)
    if (option === -1) return
    element.selectedIndex = option
    element.dispatchEvent(new InputEvent('input', { bubbles: true }))
  } else if (element.matches('[type="checkbox"]')) {
    if (character === ' ') (element as HTMLInputElement).click()
  } else document.execCommand('insertText', false, character)
}

function pressEnter(element: Element) {
  if (element instanceof HTMLButtonElement) element.click()
  else if (element instanceof HTMLInputElement) element.form?.requestSubmit()
  else document.execCommand('insertText', false, '\n')
}

function focusNext(element: Element) {
  const fields = 'input, textarea, select, button, a[href], [tabindex="0"]'
  const stops = [...(element.closest(frames)?.querySelectorAll<HTMLElement>(fields) ?? [])]
  const reachable = stops.filter((stop) => stop.tabIndex >= 0 && !stop.matches(':disabled'))
  reachable[reachable.findIndex((stop) => stop === element) + 1]?.focus()
}
