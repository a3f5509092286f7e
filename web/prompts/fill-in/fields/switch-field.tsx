import { classNames } from '#web/ui/class-names.ts'
import mark from '#web/ui/mark.module.css'
import switchStyles from '#web/ui/controls/switch.module.css'
import { FieldDescription } from './field-description.tsx'
import styles from './field.module.css'
import { useField } from './use-field.ts'

/** A switch, followed by the text of its current state. */
export function SwitchField({ name }: { name: string }) {
  const { variable, description, attributes, firstValue } = useField<HTMLInputElement>(name)
  return (
    <span data-variable={name}>
      <label className={styles.switch}>
        <input
          {...attributes}
          aria-required={undefined}
          type="checkbox"
          className="cover"
          role="switch"
          defaultChecked={firstValue === 'on'}
        />
        <span className={switchStyles.track} aria-hidden />
        {name}
      </label>
      {variable.text && (
        <span className={classNames(mark.filled, styles.side)}>{variable.text}</span>
      )}
      <FieldDescription description={description} />
    </span>
  )
}
