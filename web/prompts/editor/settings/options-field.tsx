import { useEffect, useId, useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import fieldStyles from '#web/ui/controls/field.module.css'
import styles from './settings.module.css'
import { rowsOf } from '#web/ui/browser/rows-of.ts'

type Option = NonNullable<VariableSetting['options']>[number]

type OptionsFieldProps = {
  /** Whether options can get display names. */
  hasLabels: boolean
  options: readonly Option[]
  error: string | undefined
  onChange: (options: Option[]) => void
}

/** An empty row to start with. */
const noOptions: readonly Option[] = [{ value: '' }]

/** Edits the options of a choice: texts, each with an optional shorter label. Enter moves to the next one. */
export function OptionsField(props: OptionsFieldProps) {
  const { hasLabels, options: current, error, onChange } = props
  const t = useTranslations('editor.settings')
  const id = useId()
  const options = current.length > 0 ? current : noOptions
  const list = useRef<HTMLOListElement>(null)
  /** The row and control to focus after the next render. */
  const next = useRef<{ row: number; control: string }>(undefined)
  useEffect(() => {
    if (!next.current) return
    const { row, control } = next.current
    next.current = undefined
    const controls = list.current?.children[row]?.querySelectorAll<HTMLElement>(control)
    const target = [...(controls ?? [])].find((one) => !one.matches(':disabled'))
    ;(target ?? list.current?.children[row]?.querySelector('textarea'))?.focus()
  })

  const change = (at: number, part: Partial<Option>) =>
    onChange(options.map((option, row) => (row === at ? { ...option, ...part } : option)))
  const add = (at: number, texts: string[] = ['']) => {
    next.current = { row: at + texts.length - 1, control: 'textarea' }
    onChange([...options.slice(0, at), ...texts.map((value) => ({ value })), ...options.slice(at)])
  }
  const remove = (at: number) => {
    next.current = { row: Math.max(0, Math.min(at, options.length - 2)), control: 'textarea' }
    onChange(options.toSpliced(at, 1))
  }
  const move = (at: number, by: -1 | 1) => {
    const moved = options[at]
    if (!moved) return
    const way = by === -1 ? '[data-way="up"]' : '[data-way="down"]'
    next.current = { row: at + by, control: `${way}, [data-way]` }
    onChange(options.toSpliced(at, 1).toSpliced(at + by, 0, moved))
  }

  const moveOn = (at: number) => (event: KeyboardEvent<HTMLElement>) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event
    if (key === 'Enter' && !shiftKey && !ctrlKey && !metaKey && !event.nativeEvent.isComposing) {
      event.preventDefault()
      const below = list.current?.children[at + 1]?.querySelector('textarea')
      if (below) below.focus()
      else if (options[at]?.value) add(at + 1)
    } else if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
      const by = key === 'ArrowUp' ? -1 : 1
      if (at + by < 0 || at + by >= options.length) return
      event.preventDefault()
      move(at, by)
      next.current = { row: at + by, control: 'textarea' }
    }
  }
  /** Turns lines pasted into an empty row into separate options. */
  const paste = (at: number) => (event: ClipboardEvent<HTMLElement>) => {
    const lines = event.clipboardData.getData('text/plain').split(/\r?\n/)
    const texts = lines.map((line) => line.trim()).filter((line) => line !== '')
    if (texts.length < 2 || options[at]?.value) return
    event.preventDefault()
    next.current = { row: at + texts.length - 1, control: 'textarea' }
    onChange(options.toSpliced(at, 1, ...texts.map((value) => ({ value }))))
  }

  return (
    <fieldset className={styles.options} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="text-13 medium">{t('options')}</legend>
      <ol ref={list} className="stack gap-8">
        {options.map((option, at) => {
          const number = at + 1
          return (
            // The index is the key, because texts and labels may be equal while they are typed.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at} className={styles.row}>
              <textarea
                rows={rowsOf(option.value, 1)}
                dir="auto"
                className={classNames(fieldStyles.input, styles.growing)}
                aria-label={t('optionText', { number })}
                aria-invalid={error ? true : undefined}
                placeholder={t('optionTextHint')}
                value={option.value}
                onChange={(event) => change(at, { value: event.target.value })}
                onKeyDown={moveOn(at)}
                onPaste={paste(at)}
              />
              {hasLabels && (
                <input
                  dir="auto"
                  className={fieldStyles.input}
                  aria-label={t('optionLabel', { number })}
                  placeholder={t('optionLabelHint')}
                  autoComplete="off"
                  value={option.label ?? ''}
                  onChange={({ target: { value } }) => {
                    const { label: _, ...rest } = option
                    const next = value === '' ? rest : { ...rest, label: value }
                    onChange(options.with(at, next))
                  }}
                  onKeyDown={moveOn(at)}
                />
              )}
              <span className={styles.rowButtons}>
                <IconButton
                  label={t('optionUp', { number })}
                  data-way="up"
                  disabled={at === 0}
                  onClick={() => move(at, -1)}
                >
                  <ArrowUp size={16} />
                </IconButton>
                <IconButton
                  label={t('optionDown', { number })}
                  data-way="down"
                  disabled={at === options.length - 1}
                  onClick={() => move(at, 1)}
                >
                  <ArrowDown size={16} />
                </IconButton>
                <IconButton label={t('optionRemove', { number })} onClick={() => remove(at)}>
                  <X size={16} />
                </IconButton>
              </span>
            </li>
          )
        })}
      </ol>
      <Button
        className={styles.addOption}
        icon={<Plus size={16} />}
        onClick={() => add(options.length)}
      >
        {t('optionAdd')}
      </Button>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-13 red">
          {error}
        </p>
      )}
    </fieldset>
  )
}
