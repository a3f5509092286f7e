import { use, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { problemOf } from '#contract/variables/fill-in.ts'
import { classNames } from '#web/ui/class-names.ts'
import mark from '#web/ui/mark.module.css'
import { FillInContext, useVariable } from '#web/prompts/fill-in/fill-in-settings.ts'
import styles from './field.module.css'

type Variable = ReturnType<typeof useVariable>

/** Returns the mark of a variable: open, filled in, or optional. */
export function markOf({ setting, text, isMine }: Variable): string {
  if (text) return classNames(mark.filled, isMine && styles.mine)
  return classNames(mark.open, setting?.whenEmpty === 'nothing' && styles.optional)
}

type Element = HTMLTextAreaElement | HTMLInputElement | HTMLSelectElement

/** How a value is formatted in its field. */
type Spelling = { read: (typed: string) => string; write: (value: string) => string }

const asItIs: Spelling = { read: (typed) => typed, write: (value) => value }

/**
 * State and events that all fields share. Fields are uncontrolled: hydration would discard text typed into a controlled
 * one.
 */
export function useField<Field extends Element>(name: string, spelling = asItIs) {
  const { values, isRefused = false } = use(FillInContext)
  const variable = useVariable(name)
  const { setting, value, isMine } = variable
  const [firstValue] = useState(value)
  const field = useRef<Field>(null)
  const isTakenOver = useRef(false)
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    const shown = valueOf(element, spelling)
    const isBefore = !isTakenOver.current
    isTakenOver.current = true
    if (shown === value) return
    if (isBefore && wasTyped(element, firstValue)) values.set(name, shown)
    else show(element, value, spelling)
  }, [values, name, value, firstValue, spelling])

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
      // An empty field is not invalid before the first attempt to copy.
      'aria-invalid': (problem !== undefined && (problem !== 'missing' || isRefused)) || undefined,
      autoComplete: 'off',
      onInput: () => field.current && values.set(name, valueOf(field.current, spelling)),
    },
    firstValue: spelling.write(firstValue),
    field,
  }
}

function valueOf(element: Element, { read }: Spelling): string {
  if (element instanceof HTMLInputElement && element.type === 'checkbox')
    return element.checked ? 'on' : 'off'
  return read(element.value)
}

function show(element: Element, value: string, { write }: Spelling) {
  if (element instanceof HTMLInputElement && element.type === 'checkbox')
    element.checked = value === 'on'
  else element.value = write(value)
}

/** False if a browser rejects a first value, such as a word in a date field. */
function wasTyped(element: Element, firstValue: string): boolean {
  return element.value !== '' || (element instanceof HTMLTextAreaElement && firstValue !== '')
}
