import { useId } from 'react'
import { palette } from '#contract/core/colors.ts'
import styles from './color-picker.module.css'
import { ownerColor } from '#web/ui/owner-color.ts'

type ColorPickerProps = {
  label: string
  /** Accessible names of the palette's colours, in its order. */
  names: readonly string[]
  color: string
  onChange: (color: string) => void
}

/** The palette as a row of radio buttons, plus the current colour if it is not in the palette. */
export function ColorPicker({ label, names, color, onChange }: ColorPickerProps) {
  const group = useId()
  const offered: string[] = [...palette]
  if (!offered.includes(color)) offered.push(color)
  return (
    <fieldset className={styles.picker}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.swatches}>
        {offered.map((entry, at) => (
          <label key={entry} className={styles.swatch} title={names[at] ?? `#${entry}`}>
            <input
              type="radio"
              className="cover"
              name={group}
              checked={entry === color}
              aria-label={names[at] ?? `#${entry}`}
              onChange={() => onChange(entry)}
            />
            <span style={{ background: ownerColor(entry).ground }} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
