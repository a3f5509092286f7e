import { useId, type ReactNode } from 'react'
import styles from './segmented-choice.module.css'

type SegmentedChoiceProps<Value extends string> = {
  /** The question, for screen readers. */
  label: string
  options: readonly { value: Value; label: ReactNode }[]
  chosen: Value
  onChoose: (value: Value) => void
}

/** Radio buttons side by side, as one control: for two or three short answers. */
export function SegmentedChoice<Value extends string>(props: SegmentedChoiceProps<Value>) {
  const { label, options, chosen, onChoose } = props
  const group = useId()
  return (
    <fieldset className={styles.choice}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            className="cover"
            name={group}
            checked={option.value === chosen}
            onChange={() => onChoose(option.value)}
          />
          <span className="flex wrap text-14 medium">{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
