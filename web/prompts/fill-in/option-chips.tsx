import { use, useEffect, useRef, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import { FillInContext, useVariable } from './fill-in-settings.ts'
import styles from './fill-in.module.css'
import { focusField, focusNext } from './use-field-walk.ts'

const phone = '(max-width: 640px) and (hover: none)'
/** Longer lists are easier to search in the field's own list. */
const mostChips = 12

/** Whether the options of a choice are shown as chips on this device. */
export function hasChips(setting: VariableSetting | undefined): boolean {
  return matchMedia(phone).matches && (setting?.options?.length ?? 0) <= mostChips
}

type OptionChipsProps = {
  /** The choice field that has the focus. */
  name: string
  text: RefObject<HTMLElement | null>
  /** The element that gets the focus after the last field. */
  otherwise: RefObject<HTMLElement | null>
}

/** On a phone, the options of a choice, in reach of the thumb. A tap chooses, and moves on as Enter does. */
export function OptionChips(props: OptionChipsProps) {
  const { settings } = use(FillInContext)
  const isPhone = useMediaQuery(phone)
  return isPhone && hasChips(settings.get(props.name)) && <Chips {...props} />
}

function Chips({ name, text, otherwise }: OptionChipsProps) {
  const t = useTranslations('prompt.fillIn')
  const { setting, value } = useVariable(name)
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    row.current?.querySelector('[aria-pressed="true"]')?.scrollIntoView({ inline: 'nearest' })
    // The row reduces the space for the text.
    focusField(text.current, name)?.scrollIntoView({ block: 'nearest' })
  }, [name, text])

  return (
    <div
      ref={row}
      role="group"
      aria-label={name}
      className={styles.chips}
      // The field keeps the focus, and with it the row.
      onMouseDown={(event) => event.preventDefault()}
    >
      {setting?.options?.map((option) => (
        <button
          key={option.value}
          type="button"
          // With a keyboard, the field itself chooses.
          tabIndex={-1}
          className={styles.chip}
          aria-pressed={option.value === value}
          onClick={() => {
            const field = focusField(text.current, name)
            choose(field, (one) => one.value === option.value)
            if (field) focusNext(text.current, field, otherwise.current)
          }}
        >
          <bdi className="ellipsis">{option.label ?? option.value}</bdi>
        </button>
      ))}
      {setting?.open && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.chip}
          onClick={() => choose(focusField(text.current, name), (one) => 'other' in one.dataset)}
        >
          <span className="one-line">{t('other')}</span>
        </button>
      )}
    </div>
  )
}

/** Chooses an option in the field itself, as its own list does. */
function choose(
  field: HTMLElement | undefined,
  isWanted: (option: HTMLOptionElement) => boolean,
): void {
  if (!(field instanceof HTMLSelectElement)) return
  field.selectedIndex = [...field.options].findIndex(isWanted)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
