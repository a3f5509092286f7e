import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowUpRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ErrorCode } from '#contract/core/errors.ts'
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

type FieldName = 'name' | 'shortName' | 'whenToUse' | 'prompt' | 'notes'

/** Errors shown next to their field. */
const fieldCodes: Partial<Record<ErrorCode, FieldName>> = {
  name_missing: 'name',
  name_too_long: 'name',
  short_name_invalid: 'shortName',
  short_name_taken: 'shortName',
  when_to_use_too_long: 'whenToUse',
  prompt_too_long: 'prompt',
  variables_too_long: 'prompt',
  variable_text_too_long: 'prompt',
  label_too_long: 'prompt',
  too_many_options: 'prompt',
  values_too_long: 'prompt',
  notes_too_long: 'notes',
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

/** Opens a new tab, since this one has unsaved text, and asks for the plan again when the user comes back. */
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
export function useFieldErrors(error: Error | null): Partial<Record<FieldName, string>> {
  const errorText = useErrorText()
  const code = codeOf(error)
  const field = code && fieldCodes[code]
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
    if (code && (fieldCodes[code] || formCodes.includes(code))) return
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
