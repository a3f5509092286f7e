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

/** Announces the error of a field that has the focus already: readers read an alert that is added. */
function readAgain(field: HTMLElement) {
  const error = document.getElementById(field.getAttribute('aria-describedby') ?? '')
  if (!error) return
  const alert = document.createElement('p')
  alert.role = 'alert'
  alert.className = 'visually-hidden'
  alert.textContent = error.textContent
  error.after(alert)
  field.addEventListener('blur', () => alert.remove(), { once: true })
}
