import { useEffect, useId, useRef, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import fieldStyles from '#web/ui/controls/field.module.css'
import { classNames } from '#web/ui/class-names.ts'
import { Switch } from '#web/ui/controls/switch.tsx'
import styles from './prompt-dialog.module.css'
import { rowsOf } from '#web/ui/browser/rows-of.ts'

type NotesFieldProps = {
  ref: RefObject<HTMLTextAreaElement | null>
  isOn: boolean
  notes: string
  error: string | undefined
  onToggle: (isOn: boolean) => void
  onChange: (notes: string) => void
}

/** Optional notes: a toggle, and the field while it is on. Turning the toggle off keeps the text. */
export function NotesField({ ref, isOn, notes, error, onToggle, onChange }: NotesFieldProps) {
  const t = useTranslations('library.prompt')
  const id = useId()
  const wasOn = useRef(isOn)
  useEffect(() => {
    if (isOn && !wasOn.current) ref.current?.focus()
    wasOn.current = isOn
  }, [isOn, ref])
  return (
    <div className="stack gap-6">
      <Switch checked={isOn} onChange={onToggle}>
        {t('addNotes')}
      </Switch>
      {isOn && (
        <>
          <label className="visually-hidden" htmlFor={id}>
            {t('notes')}
          </label>
          <textarea
            ref={ref}
            id={id}
            rows={rowsOf(notes, 3)}
            dir="auto"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            placeholder={t('notes')}
            className={classNames(fieldStyles.input, styles.notes)}
            value={notes}
            onChange={(event) => onChange(event.target.value)}
          />
          {error && (
            <p id={`${id}-error`} className="text-13 red">
              {error}
            </p>
          )}
        </>
      )}
    </div>
  )
}
