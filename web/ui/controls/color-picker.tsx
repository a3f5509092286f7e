import { useId, useRef } from 'react'
import { palette } from '#contract/core/colors.ts'
import { PopoverButton } from './popover-button.tsx'
import styles from './color-picker.module.css'
import { ownerColor } from '#web/ui/owner-color.ts'

type ColorPickerProps = {
  label: string
  /** Accessible names of the palette's colours, in its order. */
  names: readonly string[]
  color: string
  onChange: (color: string) => void
}

/**
 * The colour as one swatch at the end of a field, which opens the palette. Clicking a colour closes the palette, as do
 * Enter and Esc after the arrow keys.
 */
export function ColorButton(props: ColorPickerProps) {
  const { label, names, color } = props
  const panel = useRef<HTMLDivElement>(null)
  return (
    <PopoverButton
      ref={panel}
      label={`${label}: ${names[palette.findIndex((entry) => entry === color)] ?? `#${color}`}`}
      icon={<span style={{ background: ownerColor(color).ground }} />}
      className={styles.button}
      panelClassName={styles.panel}
    >
      <ColorPicker {...props} onChosen={() => panel.current?.hidePopover()} />
    </PopoverButton>
  )
}

/** The palette as a row of radio buttons, plus the current colour if it is not in the palette. */
export function ColorPicker(props: ColorPickerProps & { onChosen?: () => void }) {
  const { label, names, color, onChange, onChosen } = props
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
              // The arrow keys cause a click, too, but no pointer press.
              onClick={({ detail }) => detail > 0 && onChosen?.()}
              onKeyDown={({ key }) => key === 'Enter' && onChosen?.()}
            />
            <span style={{ background: ownerColor(entry).ground }} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
