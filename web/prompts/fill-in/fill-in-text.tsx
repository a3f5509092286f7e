import { memo, use, useMemo, useSyncExternalStore, type ComponentType } from 'react'
import { kindOf, kinds, type VariableKind } from '#contract/variables/kinds.ts'
import { textOf } from '#contract/variables/fill-in.ts'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ChoiceField } from './fields/choice-field.tsx'
import { LongField } from './fields/long-field.tsx'
import { DateField, NumberField } from './fields/native-field.tsx'
import { SwitchField } from './fields/switch-field.tsx'
import { TextField } from './fields/text-field.tsx'
import { markOf } from './fields/use-field.ts'
import { isRemoved, isRemovable, toFillInLines, type FillInLine } from './fill-in-lines.ts'
import { FillInSettingsContext, useFillInSettings, useVariable } from './fill-in-settings.ts'
import { FillInContext } from './fill-in-values.ts'
import styles from './fill-in-text.module.css'

type FillInTextProps = {
  body: string
  variables?: readonly VariableSetting[] | undefined
  /** The user's own values, which are marked as such. */
  myValues?: ReadonlyMap<string, string> | undefined
}

const noVariables: readonly VariableSetting[] = []

/** A prompt's text with its variables as fields inside it. */
export const FillInText = memo(function FillInText(props: FillInTextProps) {
  const { body, variables = noVariables, myValues } = props
  const shown = useFillInSettings(variables, myValues)
  const lines = useMemo(() => toFillInLines(body, shown.settings), [body, shown.settings])
  return (
    <FillInSettingsContext value={shown}>
      {lines.map((line) =>
        isRemovable(line) ? (
          <RemovableLine key={line.from} line={line} />
        ) : (
          <Line key={line.from} line={line} />
        ),
      )}
    </FillInSettingsContext>
  )
})

function Line({ line: { pieces, isRightToLeft }, isGone }: { line: FillInLine; isGone?: boolean }) {
  return (
    <div
      className={classNames(styles.line, isGone && styles.gone)}
      data-gone={isGone || undefined}
      dir={isRightToLeft && 'rtl'}
    >
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

/** A line that the copy omits while its variables are empty. */
function RemovableLine({ line }: { line: FillInLine }) {
  const values = use(FillInContext)
  const { settings, writing } = use(FillInSettingsContext)
  const read = () =>
    isRemoved(line, (name) => textOf(settings.get(name), values.get().get(name), writing))
  return <Line line={line} isGone={useSyncExternalStore(values.subscribe, read, read)} />
}

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
  const { settings } = use(FillInSettingsContext)
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
