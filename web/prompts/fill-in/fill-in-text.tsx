import { memo, use, useMemo, useSyncExternalStore, type ComponentType } from 'react'
import { kindOf, kinds, type VariableKind } from '#contract/variables/kinds.ts'
import { textOf } from '#contract/variables/fill-in.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ChoiceField } from './fields/choice-field.tsx'
import { LongField } from './fields/long-field.tsx'
import { DateField, NumberField } from './fields/native-field.tsx'
import { SwitchField } from './fields/switch-field.tsx'
import { TextField } from './fields/text-field.tsx'
import { markOf } from './fields/use-field.ts'
import { canOmitLines, omittedLines, toFillInLines, type FillInLine } from './fill-in-lines.ts'
import { FillInContext, useVariable } from './fill-in-settings.ts'
import { createRunDrawer } from '#web/prompts/draw-runs.tsx'
import styles from './fill-in-text.module.css'

/** A prompt's text with its variables as fields inside it. */
export const FillInText = memo(function FillInText({ body }: { body: string }) {
  const { values, settings, writing } = use(FillInContext)
  const lines = useMemo(() => toFillInLines(body, settings), [body, settings])
  const hasOptional = useMemo(() => canOmitLines(lines), [lines])
  // As a string, which is the same as long as the same lines are omitted.
  const readOmitted = () => {
    if (!hasOptional) return ''
    const given = values.get()
    const textOfName = (name: string) => textOf(settings.get(name), given.get(name), writing)
    return omittedLines(lines, textOfName).join(' ')
  }
  const omitted = useSyncExternalStore(values.subscribe, readOmitted, readOmitted)
  const gone = useMemo(() => new Set(omitted.split(' ')), [omitted])
  return lines.map((line) => (
    <Line key={line.from} line={line} isGone={gone.has(String(line.from))} />
  ))
})

type LineProps = {
  line: FillInLine
  /** Whether the copy omits the line. */
  isGone: boolean
}

const Line = memo(function Line({ line: { pieces, isRightToLeft }, isGone }: LineProps) {
  const draw = isRightToLeft ? createRunDrawer() : undefined
  return (
    <div
      className={classNames(styles.line, isGone && styles.gone)}
      data-gone={isGone || undefined}
      dir={isRightToLeft && 'rtl'}
    >
      {pieces.map((piece) => {
        if (piece.kind === 'text') return draw ? draw(piece.text) : piece.text
        return piece.isFirst ? (
          <VariableField key={piece.from} name={piece.name} />
        ) : (
          <VariableEcho key={piece.from} name={piece.name} />
        )
      })}
      {pieces.length === 0 && <br />}
    </div>
  )
})

const fields: Record<VariableKind, ComponentType<{ name: string }>> = {
  text: TextField,
  long: LongField,
  choice: ChoiceField,
  number: NumberField,
  date: DateField,
  switch: SwitchField,
  // Never used: literals are rendered as text.
  literal: TextField,
}

/** The field in which a variable is filled in. */
function VariableField({ name }: { name: string }) {
  const { settings } = use(FillInContext)
  const Field = fields[kindOf(settings.get(name))]
  return <Field name={name} />
}

/** A further occurrence of a variable. */
function VariableEcho({ name }: { name: string }) {
  const variable = useVariable(name)
  if (!variable.text && !kinds[kindOf(variable.setting)].canBeEmpty) return null
  return (
    <span className={markOf(variable)} data-variable={name}>
      {variable.text || name}
    </span>
  )
}
