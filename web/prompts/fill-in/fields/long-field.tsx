import { classNames } from '#web/ui/class-names.ts'
import { FieldDescription } from './field-description.tsx'
import styles from './field.module.css'
import { withOpenLine } from './text-field.tsx'
import { markOf, useField } from './use-field.ts'

/** A block field that grows up to a few lines. In it, Enter inserts a line break. */
export function LongField({ name }: { name: string }) {
  const { variable, description, attributes, firstValue } = useField<HTMLTextAreaElement>(name)
  return (
    <span className={classNames(markOf(variable), styles.block)} data-variable={name}>
      <span className={styles.copy} aria-hidden data-text={withOpenLine(variable.value || name)} />
      <textarea
        {...attributes}
        dir="auto"
        className={styles.input}
        placeholder={name}
        rows={1}
        data-breaks-lines
        defaultValue={firstValue}
        enterKeyHint="enter"
      />
      <FieldDescription description={description} />
    </span>
  )
}
