import { memo, use, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { VariableSetting } from '#contract/variable-settings.ts'
import { classNames } from '#web/ui/class-names.ts'
import mark from '#web/ui/mark.module.css'
import { isKeptTogether, toFillInLines, type FillInLine } from './fill-in-lines.ts'
import { FillInContext, useFillInValue } from './fill-in-values.ts'
import styles from './fill-in-text.module.css'

/** A prompt's text with its variables as fields inside it. */
export const FillInText = memo(function FillInText({
  body,
}: {
  body: string
  variables?: readonly VariableSetting[]
}) {
  const lines = useMemo(() => toFillInLines(body), [body])
  return lines.map((line) => <Line key={line.from} line={line} />)
})

function Line({ line: { pieces, isRightToLeft } }: { line: FillInLine }) {
  return (
    <div className={styles.line} dir={isRightToLeft && 'rtl'}>
      {pieces.map((piece) => {
        if (piece.kind === 'text') return piece.text
        return piece.isFirst ? (
          <VariableField key={piece.from} name={piece.name} />
        ) : (
          <VariableEcho key={piece.from} name={piece.name} />
        )
      })}
      {pieces.length === 0 && <br />}
    </div>
  )
}

/**
 * Where a variable is typed. The field lies on top of a copy of its value, and grows with it. A long value is a
 * box only while it is edited; otherwise the copy is shown, and flows with the text.
 */
function VariableField({ name }: { name: string }) {
  const values = use(FillInContext)
  const value = useFillInValue(name)
  const [firstValue] = useState(value)
  const field = useRef<HTMLTextAreaElement>(null)
  // A reader may have typed before the page was hydrated; a controlled field would lose that.
  useLayoutEffect(() => {
    if (field.current?.value) values.set(name, field.current.value)
  }, [values, name])
  return (
    <span
      className={classNames(
        styles.field,
        value ? mark.filled : mark.open,
        !isKeptTogether(value || name) && styles.long,
      )}
      data-variable={name}
    >
      <span className={styles.copy} aria-hidden data-text={withOpenLine(value || name)} />
      <textarea
        ref={field}
        dir="auto"
        className={styles.input}
        name={name}
        aria-label={name}
        placeholder={name}
        rows={1}
        defaultValue={firstValue}
        autoComplete="off"
        enterKeyHint="next"
        onInput={(event) => values.set(name, event.currentTarget.value)}
      />
    </span>
  )
}

/** The space keeps a new last line open; elsewhere it would allow a break before a full stop. */
function withOpenLine(text: string): string {
  return text.endsWith('\n') ? `${text}\u200B` : text
}

/** Where a variable is repeated. */
function VariableEcho({ name }: { name: string }) {
  const value = useFillInValue(name)
  return (
    <span className={value ? mark.filled : mark.open} data-variable={name}>
      {value || name}
    </span>
  )
}
