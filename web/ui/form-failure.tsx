import { ArrowUpRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#web/api/api-error.ts'
import { useErrorText } from '#web/messages/error-text.ts'
import buttonStyles from './button.module.css'
import { classNames } from './class-names.ts'
import { FormError } from './field.tsx'
import { toastError } from './toast.ts'
import styles from './form-failure.module.css'

/**
 * Why something could not be saved. Where that is a limit of the plan, with the way to the plans: in a tab
 * of its own, since what was typed is still here.
 */
export function FormFailure({ error }: { error: Error | null }) {
  const t = useTranslations('library.limit')
  const errorText = useErrorText()
  if (!error || !isPlanLimit(error)) return <FormError>{error && errorText(error)}</FormError>
  return (
    <FormError>
      <div className={styles.limit}>
        <p>{errorText(error)}</p>
        <a
          href="/plans"
          target="_blank"
          className={classNames(buttonStyles.button, buttonStyles.plain)}
        >
          {t('seePlans')}
          <ArrowUpRight size={16} strokeWidth={1.5} aria-hidden />
          <span className="visually-hidden">{t('newTab')}</span>
        </a>
      </div>
    </FormError>
  )
}

/** Tells a failure in a toast, with the way to the plans where a limit of the plan is met. */
export function useFailureToast(): (error: Error) => void {
  const t = useTranslations('library.limit')
  const errorText = useErrorText()
  return (error) => {
    const seePlans = { label: t('seePlans'), onPress: () => void window.open('/plans', '_blank') }
    toastError(errorText(error), isPlanLimit(error) ? seePlans : undefined)
  }
}

function isPlanLimit(error: Error) {
  return (
    error instanceof ApiError &&
    (error.code === 'prompt_limit_reached' || error.code === 'subscription_missing')
  )
}
