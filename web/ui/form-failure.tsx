import type { ReactNode } from 'react'
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
 * Why something could not be saved, with the way on where there is one: to the plans, to sign in, or what
 * `children` offer. What leads away is in a tab of its own, since what was typed is still here.
 */
export function FormFailure({ error, children }: { error: Error | null; children?: ReactNode }) {
  const t = useTranslations('library')
  const errorText = useErrorText()
  if (!error) return <FormError>{null}</FormError>
  if (isPlanLimit(error)) {
    return (
      <WayOn text={errorText(error)}>
        <NewTabLink href="/plans">{t('limit.seePlans')}</NewTabLink>
      </WayOn>
    )
  }
  if (error instanceof ApiError && error.code === 'not_logged_in') {
    return (
      <WayOn text={t('signedOut.text')}>
        <NewTabLink href="/login">{t('signedOut.signIn')}</NewTabLink>
      </WayOn>
    )
  }
  if (children) return <WayOn text={errorText(error)}>{children}</WayOn>
  return <FormError>{errorText(error)}</FormError>
}

function WayOn({ text, children }: { text: string; children: ReactNode }) {
  return (
    <FormError>
      <div className={styles.wayOn}>
        <p>{text}</p>
        {children}
      </div>
    </FormError>
  )
}

function NewTabLink({ href, children }: { href: string; children: ReactNode }) {
  const t = useTranslations('library.limit')
  return (
    <a href={href} target="_blank" className={classNames(buttonStyles.button, buttonStyles.plain)}>
      {children}
      <ArrowUpRight size={16} strokeWidth={1.5} aria-hidden />
      <span className="visually-hidden">{t('newTab')}</span>
    </a>
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
