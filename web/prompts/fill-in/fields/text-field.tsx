import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { isKeptTogether } from '#web/prompts/fill-in/fill-in-lines.ts'
import styles from './field.module.css'
import { alignWithCopy } from './align-with-copy.ts'
import { FieldDescription } from './field-description.tsx'
import { markOf, useField } from './use-field.ts'

type TextFieldProps = {
  name: string
  autoFocus?: boolean
  onInput?: (value: string) => void
  /** Shown after the field. */
  children?: ReactNode
}

/**
 * A text field within its sentence. The field covers a copy of its value, and grows with it. A long value is a
 * copy that wraps with the text; while it is typed, the field covers all of its lines and breaks where the copy
 * does.
 */
export function TextField({ name, autoFocus, onInput, children }: TextFieldProps) {
  const { variable, description, attributes, firstValue, field } =
    useField<HTMLTextAreaElement>(name)
  const { value } = variable
  const copy = useRef<HTMLSpanElement>(null)
  const [isFocused, setFocused] = useState(false)
  const isLong = !isKeptTogether(value || name)
  const isTyped = isLong && isFocused

  useLayoutEffect(() => {
    const line = copy.current?.closest('div')
    const input = field.current
    if (!isTyped || !line || !input) return
    line.dataset.typed = ''
    const observer = new ResizeObserver(() => alignWithCopy(input, copy.current))
    observer.observe(line)
    return () => {
      observer.disconnect()
      delete line.dataset.typed
      input.removeAttribute('style')
    }
  }, [isTyped, field])
  useLayoutEffect(() => {
    if (isTyped && field.current) alignWithCopy(field.current, copy.current)
  })

  return (
    <>
      <span
        className={classNames(
          styles.field,
          markOf(variable),
          isLong && styles.long,
          isTyped && styles.typed,
        )}
        data-variable={name}
      >
        <span
          ref={copy}
          className={styles.copy}
          aria-hidden
          data-text={withOpenLine(value || name)}
        />
        <textarea
          {...attributes}
          dir="auto"
          className={styles.input}
          placeholder={name}
          rows={1}
          defaultValue={firstValue}
          enterKeyHint="next"
          autoFocus={autoFocus}
          onInput={(event) => {
            onInput?.(event.currentTarget.value)
            attributes.onInput()
          }}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
        />
        <FieldDescription description={description} />
      </span>
      {children}
    </>
  )
}

/** Adds a space to keep an empty last line open; elsewhere it would allow a break before a full stop. */
export function withOpenLine(text: string): string {
  return text.endsWith('\n') ? `${text}\u200B` : text
}
