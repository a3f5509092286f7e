import type { ComponentProps } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { FieldDescription } from './field-description.tsx'
import styles from './field.module.css'
import { markOf, useField } from './use-field.ts'

/** A number, checked when it is copied. */
export function NumberField({ name }: { name: string }) {
  const field = useField<HTMLInputElement>(name)
  const { min, max, step } = field.variable.setting ?? {}
  return (
    <NativeField
      field={field}
      type="number"
      inputMode={min !== undefined && min >= 0 ? 'decimal' : undefined}
      min={min}
      max={max}
      step={step ?? 'any'}
      placeholder={name}
    />
  )
}

/** A day, shown as it is copied unless it is being chosen. */
export function DateField({ name }: { name: string }) {
  return <NativeField field={useField<HTMLInputElement>(name)} type="date" />
}

type NativeFieldProps = ComponentProps<'input'> & {
  field: ReturnType<typeof useField<HTMLInputElement>>
}

/** The browser's own field, which takes the place of the written value while it has the focus. */
function NativeField({ field, type, ...rest }: NativeFieldProps) {
  const { variable, description, attributes, firstValue } = field
  return (
    <span
      className={classNames(
        styles.field,
        styles.native,
        type === 'date' && styles.date,
        markOf(variable),
      )}
      data-variable={attributes.name}
    >
      <span className={styles.copy} aria-hidden data-text={variable.text || attributes.name} />
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
