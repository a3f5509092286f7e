import { use, useRef, useState, type FocusEvent, type InputEvent, type KeyboardEvent } from 'react'
import { ChevronDown, List as ListIcon } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { classNames } from '#web/ui/class-names.ts'
import { isSaveKey } from '#web/ui/save-key.ts'
import { isKeptTogether } from '#web/prompts/fill-in/fill-in-lines.ts'
import { hasChips } from '#web/prompts/fill-in/option-chips.tsx'
import { FillInContext, useVariable } from '#web/prompts/fill-in/fill-in-settings.ts'
import { isOption } from '#contract/variables/kinds.ts'
import { FieldDescription } from './field-description.tsx'
import styles from './field.module.css'
import { TextField } from './text-field.tsx'
import { markOf, useField } from './use-field.ts'

/** Offers a list of values, and free text if the choice is open. */
export function ChoiceField({ name }: { name: string }) {
  const t = useTranslations('prompt.fillIn')
  const { values } = use(FillInContext)
  const { setting, value } = useVariable(name)
  // The last free text. While it was being typed, it may have equalled an option.
  const [typed, setTyped] = useState<string>()
  const [isSwitched, setSwitched] = useState(false)
  const isOther = value !== '' && !isOption(setting, value)
  const change = (next: string | undefined) => {
    setSwitched(true)
    setTyped(next)
    values.set(name, '')
  }
  if (!setting?.open || (typed !== value && !isOther))
    return <ChoiceList name={name} autoFocus={isSwitched} onOther={() => change('')} />
  return (
    <TextField name={name} autoFocus={isSwitched} onInput={setTyped}>
      <button
        type="button"
        className={styles.back}
        aria-label={t('backToList', { name })}
        title={t('backToList', { name })}
        onClick={() => change(undefined)}
      >
        <ListIcon size={16} />
      </button>
    </TextField>
  )
}

type ChoiceListProps = { name: string; autoFocus: boolean; onOther: () => void }

/** A transparent native select over the chosen value. */
function ChoiceList({ name, autoFocus, onOther }: ChoiceListProps) {
  const t = useTranslations('prompt.fillIn')
  const { variable, description, attributes, firstValue } = useField<HTMLSelectElement>(name)
  const { setting, value, text } = variable
  const options = new Map(setting?.options?.map((option) => [option.value, option.label]))
  const isPassing = useRef(false)
  const [isAtOther, setAtOther] = useState(false)

  const choose = ({ currentTarget: list }: InputEvent<HTMLSelectElement>) => {
    const isOther = list.selectedOptions[0]?.hasAttribute('data-other') ?? false
    if (isOther && !isPassing.current) return onOther()
    setAtOther(isOther)
    if (!isOther) attributes.onInput()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // In a closed list, arrows and letters step through every option; a space opens the list.
    isPassing.current = event.key !== ' ' && !event.altKey
    if (!isAtOther || event.key !== 'Enter' || isSaveKey(event)) return
    event.preventDefault()
    event.stopPropagation()
    onOther()
  }
  const onBlur = ({ currentTarget: list }: FocusEvent<HTMLSelectElement>) => {
    if (isAtOther) list.value = value
    setAtOther(false)
  }

  const shown = isAtOther ? t('other') : text || name
  return (
    <span
      className={classNames(
        styles.field,
        styles.choice,
        markOf(variable),
        !isKeptTogether(shown) && styles.long,
      )}
      data-variable={name}
    >
      <span className={styles.copy} aria-hidden data-text={shown} />
      <ChevronDown className={styles.chevron} size={16} />
      <select
        {...attributes}
        className={styles.input}
        autoFocus={autoFocus}
        defaultValue={firstValue}
        onInput={choose}
        onKeyDown={onKeyDown}
        onPointerDown={() => {
          isPassing.current = false
        }}
        onMouseDown={(event) => {
          const list = event.currentTarget
          if (list === document.activeElement || !hasChips(setting)) return
          // The options are shown as chips in the footer; a second tap opens the list.
          event.preventDefault()
          list.focus()
        }}
        onBlur={onBlur}
      >
        {!isOption(setting, '') && <option value="">{name}</option>}
        {[...options].map(([option, label]) => (
          <option key={option} value={option}>
            {label ?? option}
          </option>
        ))}
        {value !== '' && !isOption(setting, value) && <option value={value}>{value}</option>}
        {setting?.open && <option data-other>{t('other')}</option>}
      </select>
      <FieldDescription description={description} />
    </span>
  )
}
