import { useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { toShortName } from '#contract/core/short-names.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/controls/button.tsx'
import fieldStyles from '#web/ui/controls/field.module.css'
import styles from './short-name-field.module.css'
import { rowsOf } from '#web/ui/browser/rows-of.ts'

type ShortNameFieldProps = {
  ref: RefObject<HTMLInputElement | null>
  /** The title, from which a short name is proposed. */
  title: string
  shortName: string
  error: string | undefined
  /** A free name, if this one is taken. */
  free: string | undefined
  onChange: (shortName: string) => void
}

/** An optional short name: at first a button, which turns into a field with a name proposed from the title. */
export function ShortNameField(props: ShortNameFieldProps) {
  const { ref, title, shortName, error, free, onChange } = props
  const t = useTranslations('history.shortName')
  const id = useId()
  const add = useRef<HTMLButtonElement>(null)
  const [isAdding, setAdding] = useState(false)

  function propose() {
    flushSync(() => {
      setAdding(true)
      onChange(toShortName(title) ?? '')
    })
    ref.current?.select()
  }

  function clear(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.preventDefault()
    flushSync(() => {
      setAdding(false)
      onChange('')
    })
    add.current?.focus()
  }

  if (!isAdding && shortName === '' && !error) {
    return (
      <button ref={add} type="button" className={styles.add} onClick={propose}>
        <Plus size={14} />
        {t('label')}
      </button>
    )
  }
  return (
    <div className="stack one-column gap-6">
      <div className={styles.line}>
        <label className="quiet" htmlFor={id}>
          {t('label')}
        </label>
        <span dir="ltr" className={styles.typed} data-wrong={error ? true : undefined}>
          <span className="quiet" aria-hidden>
            /
          </span>
          <input
            ref={ref}
            id={id}
            className={styles.input}
            type="text"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="next"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-note` : undefined}
            value={shortName}
            onChange={(event) => onChange(event.target.value.replace(/^\/+/, ''))}
            onBlur={() => {
              setAdding(false)
              onChange(toShortName(shortName) ?? shortName)
            }}
            onKeyDown={clear}
          />
        </span>
      </div>
      {error && (
        <div className="row wrap gap-12">
          <p id={`${id}-note`} className="text-13 red">
            {error}
          </p>
          {free && (
            <Button
              onClick={() => {
                onChange(free)
                ref.current?.focus()
              }}
            >
              {t('useFree', { name: free })}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

type WhenToUseFieldProps = {
  ref: RefObject<HTMLTextAreaElement | null>
  whenToUse: string
  error: string | undefined
  onChange: (whenToUse: string) => void
}

/** A one-sentence description for people and assistants. */
export function WhenToUseField({ ref, whenToUse, error, onChange }: WhenToUseFieldProps) {
  const t = useTranslations('history.shortName')
  const id = useId()
  return (
    <div className="stack gap-6">
      <label className="text-13 medium" htmlFor={id}>
        {t('whenToUse')}
      </label>
      <textarea
        ref={ref}
        id={id}
        rows={rowsOf(whenToUse, 1)}
        dir="auto"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        placeholder={t('whenToUseExample')}
        className={classNames(fieldStyles.input, styles.sentence)}
        value={whenToUse}
        onChange={(event) => onChange(event.target.value)}
      />
      {error && (
        <p id={`${id}-error`} className="text-13 red">
          {error}
        </p>
      )}
    </div>
  )
}
