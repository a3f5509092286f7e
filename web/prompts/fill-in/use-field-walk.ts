import { useRef, type FocusEvent, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import { isSaveKey } from '#web/ui/save-key.ts'

export type Field = HTMLTextAreaElement | HTMLInputElement | HTMLSelectElement

/** Returns the fields of a text, in order. */
export function fieldsIn(text: HTMLElement | null): Field[] {
  return [...(text?.querySelectorAll<Field>('textarea, input, select') ?? [])]
}

/** Whether Enter inserts a line break in a field, so that only Ctrl+Enter moves on. */
export function breaksLines(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && 'breaksLines' in target.dataset
}

/**
 * Moves the focus with Enter from field to field, and finally to `end`; Shift+Enter inserts a line break. A field
 * reached by key is selected, ready to be overwritten. With `onEnd`, Enter in the last field calls it instead.
 */
export function useFieldWalk(
  text: RefObject<HTMLElement | null>,
  end: RefObject<HTMLElement | null>,
  onEnd?: () => void,
) {
  const isPressed = useRef(false)
  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
      if (isSaveKey(event) !== breaksLines(event.target)) return
      const field = fieldsIn(text.current).find((one) => one === event.target)
      if (!field) return
      event.preventDefault()
      if (onEnd && fieldsIn(text.current).at(-1) === field) onEnd()
      else focusNext(text.current, field, end.current)
    },
    onPointerDown: () => {
      isPressed.current = true
    },
    onPointerUp: () => {
      isPressed.current = false
    },
    onFocus: ({ target, nativeEvent }: FocusEvent) => {
      const isByKey = !isPressed.current
      isPressed.current = false
      // During hydration, React replays the earlier focus event, and typing has already begun.
      const isRepeated = !nativeEvent.isTrusted
      const isText = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement
      if (isByKey && !isRepeated && isText) target.select()
    },
    /** Clicking a repeated variable moves to its field. */
    onClick: ({ target }: MouseEvent) => {
      if (!(target instanceof HTMLElement) || target.matches('textarea, input, select, label'))
        return
      const name = target.closest<HTMLElement>('[data-variable]')?.dataset.variable
      const field = name === undefined ? undefined : focusField(text.current, name)
      // If its value spans several lines, the select does not cover all of it.
      if (field instanceof HTMLSelectElement && 'showPicker' in field) field.showPicker()
    },
  }
}

/** Focuses the field after another one, or `end` after the last. */
export function focusNext(text: HTMLElement | null, field: Field, end: HTMLElement | null): void {
  const fields = fieldsIn(text)
  const next = fields[fields.indexOf(field) + 1] ?? end
  next?.focus()
}

/** Focuses the field of a variable. */
export function focusField(text: HTMLElement | null, name: string): Field | undefined {
  const field = fieldsIn(text).find((one) => one.name === name)
  field?.focus()
  return field
}
