import { use, useMemo, useState, type ComponentProps } from 'react'
import {
  decimalMark,
  isNumber,
  readNumber,
  stepNumber,
  writeNumber,
} from '#contract/variables/numbers.ts'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import { FillInContext } from '#web/prompts/fill-in/fill-in-settings.ts'
import { classNames } from '#web/ui/class-names.ts'
import { FieldDescription } from './field-description.tsx'
import styles from './field.module.css'
import { markOf, useField } from './use-field.ts'

/**
 * A number in the format of the page's language, validated when it is copied. Not a native number field, which
 * parses numbers in the browser's language and discards what it cannot parse.
 */
export function NumberField({ name }: { name: string }) {
  const { values, writing } = use(FillInContext)
  const mark = decimalMark(writing.locale)
  const spelling = useMemo(() => {
    const write = (value: string) => writeNumber(value, mark)
    const read = (typed: string) => readNumber(typed, mark) ?? (typed.trim() && typed)
    return { read, write }
  }, [mark])
  const field = useField<HTMLInputElement>(name, spelling)
  // Can be longer than the formatted value.
  const [typed, setTyped] = useState<string>()
  const { value, setting = {} as VariableSetting } = field.variable
  const { min, max } = setting
  return (
    <NativeField
      field={field}
      shown={typed}
      type="text"
      role="spinbutton"
      // On phones, this keyboard has no minus.
      inputMode={min !== undefined && min < 0 ? undefined : 'decimal'}
      aria-valuenow={isNumber(value) ? Number(value) : undefined}
      aria-valuetext={value && spelling.write(value)}
      aria-valuemin={min}
      aria-valuemax={max}
      placeholder={name}
      onKeyDown={(event) => {
        const { key, shiftKey, ctrlKey, altKey, metaKey } = event
        if ((key !== 'ArrowUp' && key !== 'ArrowDown') || shiftKey) return
        if (ctrlKey || altKey || metaKey) return
        event.preventDefault()
        setTyped(undefined)
        values.set(name, stepNumber(value, key === 'ArrowUp' ? 1 : -1, setting))
      }}
      onInput={({ currentTarget }) => {
        setTyped(currentTarget.value)
        field.attributes.onInput()
      }}
      // Shows the value as it will be copied.
      onBlur={({ target }) => {
        setTyped(undefined)
        target.value = spelling.write(value)
      }}
    />
  )
}

/** A day, shown as it is copied unless it is being chosen. */
export function DateField({ name }: { name: string }) {
  return <NativeField field={useField<HTMLInputElement>(name)} type="date" />
}

type NativeFieldProps = ComponentProps<'input'> & {
  field: ReturnType<typeof useField<HTMLInputElement>>
  /** Text that determines the field's width, if not its value. */
  shown?: string | undefined
}

/** A one-line field that replaces the formatted value while it has the focus. */
function NativeField({ field, shown, type, ...rest }: NativeFieldProps) {
  const { variable, description, attributes, firstValue } = field
  return (
    <span
      className={classNames(
        styles.field,
        styles.native,
        type !== 'text' && styles.picker,
        markOf(variable),
      )}
      data-variable={attributes.name}
    >
      <span
        className={styles.copy}
        aria-hidden
        data-text={shown || variable.text || attributes.name}
      />
      <input
        {...attributes}
        {...rest}
        type={type}
        className={styles.input}
        defaultValue={firstValue}
        enterKeyHint="next"
      />
      <FieldDescription description={description} />
    </span>
  )
}
