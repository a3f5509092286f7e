import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { limits } from '#contract/limits.ts'
import fieldStyles from '#web/ui/field.module.css'
import { classNames } from '#web/ui/class-names.ts'
import { Switch } from '#web/ui/switch.tsx'
import styles from './prompt-dialog.module.css'

type NotesFieldProps = {
  isOn: boolean
  notes: string
  onToggle: (isOn: boolean) => void
  onChange: (notes: string) => void
}

/** Notes are optional: a toggle, and the field when it is on. What was typed outlives the toggle. */
export function NotesField({ isOn, notes, onToggle, onChange }: NotesFieldProps) {
  const t = useTranslations('library.prompt')
  const id = useId()
  return (
    <div className={fieldStyles.field}>
      <Switch checked={isOn} onChange={onToggle}>
        {t('addNotes')}
      </Switch>
      {isOn && (
        <>
          <label className="visually-hidden" htmlFor={id}>
            {t('notes')}
          </label>
          <textarea
            id={id}
            rows={3}
            dir="auto"
            maxLength={limits.notesLength}
            placeholder={t('notes')}
            className={classNames(fieldStyles.input, styles.notes)}
            value={notes}
            onChange={(event) => onChange(event.target.value)}
          />
        </>
      )}
    </div>
  )
}
