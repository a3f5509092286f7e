import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowUpRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ErrorCode } from '#contract/core/errors.ts'
import type { PromptEdit } from '#contract/library/prompts.ts'
import { screens } from '#contract/screens.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useIsLost } from '#web/api/connection.ts'
import { hasPlans } from '#web/api/server-has.ts'
import { useErrorText } from '#web/api/error-text.ts'
import buttonStyles from '#web/ui/controls/button.module.css'
import { FormError } from '#web/ui/controls/field.tsx'
import { toastError } from '#web/ui/overlays/toast.ts'
import { listen } from '#web/ui/listen.ts'
import styles from './save-failure.module.css'

/** Errors shown next to their field; those of the variables next to the body that they are in. */
const fieldErrors: Record<keyof PromptEdit, ErrorCode[]> = {
  name: ['name_missing', 'name_too_long'],
  shortName: ['short_name_invalid', 'short_name_taken'],
  whenToUse: ['when_to_use_too_long'],
  color: [],
  notes: ['notes_too_long'],
  prompt: ['prompt_too_long'],
  variables: [
    'variables_too_long',
    'variable_text_too_long',
    'label_too_long',
    'too_many_options',
    'values_too_long',
  ],
}
/** Errors shown in the form, with an action. */
const formCodes: ErrorCode[] = [
  'prompt_limit_reached',
  'subscription_missing',
  'prompt_changed',
  'changed_elsewhere',
]

type SaveFailureProps = { error: Error | null; notice?: ReactNode; children?: ReactNode }

/**
 * Explains why saving failed, with a link to the plans or `children` as an action. Before an attempt, shows the
 * `notice`
 * that saving will fail.
 */
export function SaveFailure({ error, notice, children }: SaveFailureProps) {
  const errorText = useErrorText()
  const t = useTranslations('library.limit')
  const code = codeOf(error)
  if (isUnreachable(error)) return <FormError>{t('notSaved')}</FormError>
  const shown = code !== undefined && formCodes.includes(code) ? error : null
  return (
    <>
      <FormError>
        {shown && <Notice text={errorText(shown)}>{children || <PlansLink />}</Notice>}
      </FormError>
      {!shown && notice}
    </>
  )
}

/** Warns that the plan does not allow saving, with a link to the plans. */
export function PlanNotice({ text }: { text: string }) {
  return (
    <Notice text={text}>
      <PlansLink />
    </Notice>
  )
}

function Notice({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={styles.notice}>
      <p>{text}</p>
      {children}
    </div>
  )
}

/** Opens a new tab, since this one has unsaved text, and refetches the plan when the user returns. */
function PlansLink() {
  const t = useTranslations('library.limit')
  const client = useQueryClient()
  useEffect(
    () =>
      listen(window, ['focus', 'visibilitychange'], () => {
        void client.invalidateQueries({
          predicate: ({ meta }) => meta?.shows?.includes('profile') === true,
        })
      }),
    [client],
  )
  if (!hasPlans()) return null
  return (
    <a href={screens.plans} target="_blank" className={buttonStyles.plain}>
      {t('seePlans')}
      <ArrowUpRight size={16} />
      <span className="visually-hidden">{t('newTab')}</span>
    </a>
  )
}

/** Returns the text of an error, under the name of its field. */
export function useFieldErrors(error: Error | null): Partial<Record<keyof PromptEdit, string>> {
  const errorText = useErrorText()
  const field = fieldOf(error)
  const text = error && errorText(error)
  // A new error with the same text must be announced again.
  return useMemo(() => (error && field && text ? { [field]: text } : {}), [error, field, text])
}

/** Returns the free value that an error suggests. */
export function proposalOf(error: Error | null): string | undefined {
  return error instanceof ApiError ? error.proposal : undefined
}

/** Returns a function that shows an error in a toast, unless the form shows it. */
export function useFailureToast(): (error: Error) => void {
  const errorText = useErrorText()
  return (error) => {
    const code = codeOf(error)
    if (fieldOf(error) || (code && formCodes.includes(code))) return
    if (isUnreachable(error)) return
    toastError(errorText(error))
  }
}

/**
 * Saves again once the connection is back, if the last attempt was lost with it. Returns the error to show: none once
 * the
 * connection is back, as it can be saved then.
 */
export function useSaveOnReturn(error: Error | null, saveAgain: () => void): Error | null {
  const isLost = useIsLost()
  const [wasLost, setWasLost] = useState(isLost)
  const [past, setPast] = useState<Error | null>(null)
  if (isLost !== wasLost) {
    setWasLost(isLost)
    if (!isLost && isUnreachable(error)) setPast(error)
  }
  const onReturn = useEffectEvent(saveAgain)
  useEffect(() => {
    if (past) onReturn()
  }, [past])
  return error === past ? null : error
}

function isUnreachable(error: Error | null): boolean {
  return error instanceof ApiError && error.isUnreachable
}

function codeOf(error: Error | null): ErrorCode | undefined {
  return error instanceof ApiError ? error.code : undefined
}

function fieldOf(error: Error | null): keyof PromptEdit | undefined {
  const code = codeOf(error)
  const fields = Object.keys(fieldErrors) as (keyof PromptEdit)[]
  const field = fields.find((field) => code && fieldErrors[field].includes(code))
  return field === 'variables' ? 'prompt' : field
}
