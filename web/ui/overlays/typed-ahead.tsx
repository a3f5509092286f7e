import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import styles from './dialog.module.css'

/** Stand among the letters for keys that lead on. No keyboard types them. */
const marks: Record<string, KeyboardEventInit> = {
  '\u001C': { key: 'Enter' },
  '\u001D': { key: 'Enter', ctrlKey: true },
  '\u001E': { key: 'Tab' },
}
const [enter, save, tab] = Object.keys(marks)

/** What was typed ahead, on its way to the dialog that takes the place of a coming one. */
let kept = ''

function takeKept(): string {
  const text = kept
  kept = ''
  return text
}

/** Types what was typed in a coming dialog into the one that has just taken its place. */
export function typeKept(): void {
  typeLater(takeKept())
}

type TypedAheadProps = {
  /** Whether its dialog is open. */
  open: boolean
  /** What takes the focus next gets the text. */
  isOver: boolean
  labelledBy: string
}

/**
 * A field that has the focus of a dialog that is coming. What is typed into it is typed again into what takes the focus
 * from it, or into the dialog that takes the place of this one.
 */
export function TypedAhead({ open, isOver, labelledBy }: TypedAheadProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [isDone, setDone] = useState(false)
  useLayoutEffect(() => {
    const element = field.current
    if (!open || !element) return
    element.value = takeKept()
    // In a dialog that is open already; otherwise the dialog sets the focus.
    element.focus()
    return () => {
      kept = element.value
      // A dialog that takes the place of this one is there in the same commit.
      queueMicrotask(takeKept)
    }
  }, [open])

  if (isDone) return null
  return (
    <textarea
      ref={field}
      className={styles.typedAhead}
      data-autofocus
      aria-labelledby={labelledBy}
      // A touch screen's keyboard comes with the field that the text is for.
      inputMode="none"
      autoComplete="off"
      onKeyDown={keepKey}
      onBlur={({ currentTarget: element, relatedTarget: next }) => {
        // Otherwise the window has lost the focus.
        if (!next || !element.closest('dialog')?.contains(next)) return
        if (isOver) {
          setDone(true)
          typeLater(element.value)
        }
        element.value = ''
      }}
    />
  )
}

/** Keeps a key that leads on beside the letters. */
function keepKey(event: KeyboardEvent<HTMLTextAreaElement>) {
  const { key, shiftKey, currentTarget: field } = event
  const mark = key === 'Tab' ? tab : event.ctrlKey || event.metaKey ? save : enter
  if (event.nativeEvent.isComposing || (key !== 'Tab' && (key !== 'Enter' || shiftKey))) return
  event.preventDefault()
  // The key that opened the dialog may still be held.
  if (event.repeat || shiftKey) return
  field.setRangeText(mark ?? '', field.selectionStart, field.selectionEnd, 'end')
}

/** Once the field that is taking the focus has it, and before any other key. */
function typeLater(text: string): void {
  if (text) queueMicrotask(() => void type(text))
}

async function type(text: string): Promise<void> {
  // Where there is nothing to type into, no button is pressed by what was typed without seeing it.
  if (focused().matches('button, a, [type="radio"]')) return
  let typedHere = { element: focused(), text: '' }
  for (const character of text) {
    const element = focused()
    const init = marks[character] ?? { key: character }
    const press = { ...init, bubbles: true, composed: true, cancelable: true }
    const isLeftToUs = element.dispatchEvent(new KeyboardEvent('keydown', press))
    const target = focused()
    typedHere = { element: target, text: typedHere.element === target ? typedHere.text : '' }
    if (!isLeftToUs) continue
    if (init.key === 'Tab') focusNext(target)
    else if (init.key === 'Enter') pressEnter(target)
    else {
      typedHere.text += character
      insert(target, character, typedHere.text)
    }
    // What React draws after a key is there for the next one.
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
    const isMeant = ({ text }: HTMLOptionElement) =>
      text.toLowerCase().startsWith(soFar.toLowerCase())
    const option = [...element.options].findIndex(isMeant)
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
  const stops = [...(element.closest('dialog')?.querySelectorAll<HTMLElement>(fields) ?? [])]
  const reachable = stops.filter((stop) => stop.tabIndex >= 0 && !stop.matches(':disabled'))
  reachable[reachable.findIndex((stop) => stop === element) + 1]?.focus()
}
