import { useEffect, type RefObject } from 'react'

/** Focuses a form's first invalid field each time `error` changes. `inForm` is the form, or any element in it. */
export function useErrorFocus(inForm: RefObject<HTMLElement | null>, error: unknown): void {
  useEffect(() => {
    if (error) focusFirstError(inForm.current?.closest('form') ?? null)
  }, [inForm, error])
}

/**
 * Focuses a form's first invalid field. Screen readers then read its error, which is its description. Call it once the
 * error is in the document.
 */
export function focusFirstError(form: HTMLElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  if (!field) return
  if (field !== document.activeElement) field.focus()
  else readAgain(field)
}

/** Screen readers read a description when its field takes the focus. This field already has it. */
function readAgain(field: HTMLElement) {
  const note = document.getElementById(field.getAttribute('aria-describedby') ?? '')
  if (!note) return
  const text = note.textContent
  note.role = 'alert'
  note.textContent = ''
  note.textContent = text
}
