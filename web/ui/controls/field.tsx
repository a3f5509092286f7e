import { useEffect, useId, type ComponentProps, type ReactNode, type RefObject } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import styles from './field.module.css'

type FieldProps = ComponentProps<'input'> & {
  label: string
  error?: string | undefined
  hint?: ReactNode
  /** A button at the field's end. */
  tool?: ReactNode
}

/** A one-line text field with its label above and its error below. The form focuses it to have the error read. */
export function Field({ label, error, hint, tool, required, className, ...rest }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  return (
    <div className={classNames('stack gap-6', className)}>
      <label className="text-13 medium" htmlFor={id}>
        {label}
        {required && (
          <span className="red" aria-hidden>
            {' *'}
          </span>
        )}
      </label>
      <div className={tool ? styles.withTool : undefined}>
        <input
          id={id}
          className={styles.input}
          aria-required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? noteId : undefined}
          {...rest}
        />
        {tool}
      </div>
      {(error || hint) && (
        <p id={noteId} className={error ? 'text-13 red' : 'text-13 quiet'}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}

/** An error of a whole form; read out when it appears. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="text-14 red" hidden={!children}>
      {children}
    </div>
  )
}

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
function focusFirstError(form: HTMLElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  if (!field) return
  if (field !== document.activeElement) field.focus()
  else readAgain(field)
}

/** Announces the error of a field that already has the focus: screen readers read an added alert. */
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
