import { useId, type ReactNode } from 'react'
import fieldStyles from '#web/ui/controls/field.module.css'

type LabelledProps = {
  label: string
  error?: string | undefined
  hint?: string | undefined
  /** Shown below the control. */
  action?: ReactNode
  /** Renders the control with the attributes that tie it to its label and its error. */
  children: (ties: {
    id: string
    className: string | undefined
    'aria-invalid': true | undefined
    'aria-describedby': string | undefined
  }) => ReactNode
}

/** A control of any sort with its label above, and its error or a hint below. */
export function Labelled({ label, error, hint, action, children }: LabelledProps) {
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? hint
  return (
    <div className="stack gap-6">
      <label className="text-13 medium" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: fieldStyles.input,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': note ? noteId : undefined,
      })}
      {note && (
        <p
          id={noteId}
          className={error ? 'text-13 red' : 'text-13 quiet'}
          role={error ? 'alert' : undefined}
        >
          {note}
        </p>
      )}
      {action}
    </div>
  )
}
