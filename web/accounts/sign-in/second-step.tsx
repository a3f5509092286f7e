import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { signInCalls } from '#contract/accounts/factors.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import formStyles from '#web/accounts/account-form.module.css'
import { send } from '#web/api/send.ts'
import { pagePath } from '#web/api/paths.ts'
import buttonStyles from '#web/ui/controls/button.module.css'
import { Button } from '#web/ui/controls/button.tsx'
import { isRefusedFor } from '#web/accounts/sign-in/passkeys.ts'
import { useFactorProof } from './use-factor-proof.tsx'

type SecondStepProps = {
  proofs: readonly string[]
  onSignedIn: () => void
  /** Called when the login is no longer pending, with the reason; null if the user starts again. */
  onEnd: (reason: ErrorCode | null) => void
}

/** Completes a login that is waiting for a second factor. */
export function SecondStep({ proofs, onSignedIn, onEnd }: SecondStepProps) {
  const t = useTranslations('accounts.factorProof')
  const tLogin = useTranslations('accounts.login')
  const { fields, others, submit, submitText, isBusy } = useFactorProof({
    proofs,
    getOptions: () => send(signInCalls.getSignInOptions, {}),
    prove: (proof) =>
      'code' in proof
        ? send(signInCalls.signInWithCode, proof)
        : send(signInCalls.signInWithPasskey, proof),
    onProved: onSignedIn,
    onFailed: (error) => {
      if (isRefusedFor(error, 'sign_in_expired', 'password_wrong', 'account_blocked'))
        onEnd(error.code)
    },
  })
  return (
    <form
      noValidate
      className={formStyles.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <title>{`${t('title')} · Promptshelf`}</title>
      <h1>{t('title')}</h1>
      {fields}
      <Button look="primary" type="submit" busy={isBusy}>
        {submitText ?? tLogin('submit')}
      </Button>
      {others}
      <div className={formStyles.ways}>
        <p>{t.rich('allLost', { link: linkToContact })}</p>
        <p>
          <button type="button" className={buttonStyles.link} onClick={() => onEnd(null)}>
            {t('startAgain')}
          </button>
        </p>
      </div>
    </form>
  )
}

function linkToContact(text: ReactNode) {
  return <a href={pagePath('contact')}>{text}</a>
}
