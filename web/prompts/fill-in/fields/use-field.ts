import { use, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { problemOf } from '#contract/variables/fill-in.ts'
import { classNames } from '#web/ui/class-names.ts'
import mark from '#web/ui/mark.module.css'
import { useVariable } from '#web/prompts/fill-in/fill-in-settings.ts'
import { FillInContext } from '#web/prompts/fill-in/fill-in-values.ts'
import styles from './field.module.css'

type Variable = ReturnType<typeof useVariable>

/** How a variable looks: open, filled in, or one that may be left out. */
export function markOf({ setting, text, isMine }: Variable): string {
  if (text) return classNames(mark.filled, isMine && styles.mine)
  return classNames(mark.open, setting?.whenEmpty === 'nothing' && styles.optional)
}

type Element = HTMLTextAreaElement | HTMLInputElement | HTMLSelectElement

/**
 * What every field does. The browser keeps what is typed, so that a reader may type before the page is hydrated; a
 * controlled field would lose that.
 */
export function useField<Field extends Element>(name: string) {
  const values = use(FillInContext)
  const variable = useVariable(name)
  const { setting, value, isMine } = variable
  const [firstValue] = useState(value)
  const field = useRef<Field>(null)
  const isTakenOver = useRef(false)
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    const shown = valueOf(element)
    const isBefore = !isTakenOver.current
    isTakenOver.current = true
    if (shown === value) return
    if (isBefore && wasTyped(element, firstValue)) values.set(name, shown)
    else show(element, value)
  }, [values, name, value, firstValue])

  const t = useTranslations('prompt.fillIn')
  const descriptionId = useId()
  const description = [setting?.help, isMine && t('yourValue')].filter(Boolean).join(' · ')
  const problem = problemOf(setting, value)
  return {
    variable,
    description: description && { id: descriptionId, text: description },
    attributes: {
      ref: field,
      name,
      'aria-label': name,
      'aria-describedby': description ? descriptionId : undefined,
      'aria-required': setting?.required || undefined,
      'aria-invalid': (problem !== undefined && problem !== 'missing') || undefined,
      autoComplete: 'off',
      onInput: () => field.current && values.set(name, valueOf(field.current)),
    },
    firstValue,
    field,
  }
}

/** Says that something is in a number's field that is no number. */
const notANumber = 'NaN'

function valueOf(element: Element): string {
  if (element instanceof HTMLInputElement) {
    if (element.type === 'checkbox') return element.checked ? 'on' : 'off'
    if (element.type === 'number' && element.validity.badInput) return notANumber
  }
  return element.value
}

function show(element: Element, value: string) {
  if (element instanceof HTMLInputElement && element.type === 'checkbox')
    element.checked = value === 'on'
  else element.value = value
}

/** Not where a browser refuses a first value, such as a word in a date's field. */
function wasTyped(element: Element, firstValue: string): boolean {
  return valueOf(element) !== '' || (element instanceof HTMLTextAreaElement && firstValue !== '')
}
