import { useRef, type FocusEvent, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import { isSaveKey } from '#web/ui/save-key.ts'

/**
 * Enter goes from field to field and on to `end`; Shift+Enter breaks the line. A field that is
 * reached by key is selected whole, ready to be typed over.
 */
export function useFieldWalk(
  fields: RefObject<HTMLElement | null>,
  end: RefObject<HTMLElement | null>,
) {
  const isPressed = useRef(false)
  return {
    onKeyDown: (event: KeyboardEvent) => {
      const isOther = event.shiftKey || isSaveKey(event) || event.nativeEvent.isComposing
      if (event.key !== 'Enter' || isOther) return
      const all = [...(fields.current?.querySelectorAll('textarea') ?? [])]
      const at = all.findIndex((field) => field === event.target)
      if (at === -1) return
      event.preventDefault()
      const next = all[at + 1] ?? end.current
      next?.focus()
    },
    onPointerDown: () => {
      isPressed.current = true
    },
    onPointerUp: () => {
      isPressed.current = false
    },
    onFocus: (event: FocusEvent) => {
      const isByKey = !isPressed.current
      isPressed.current = false
      // While it takes over a page, React repeats the focus that was there before, and typing has begun.
      const isRepeated = !event.nativeEvent.isTrusted
      if (isByKey && !isRepeated && event.target instanceof HTMLTextAreaElement)
        event.target.select()
    },
    /** A press on a variable that is only seen goes to where it is typed. */
    onClick: (event: MouseEvent) => {
      if (!(event.target instanceof HTMLElement) || event.target.tagName === 'TEXTAREA') return
      const variable = event.target.closest<HTMLElement>('[data-variable]')?.dataset.variable
      const all = fields.current?.querySelectorAll('textarea') ?? []
      for (const field of all) if (field.name === variable) field.focus()
    },
  }
}
