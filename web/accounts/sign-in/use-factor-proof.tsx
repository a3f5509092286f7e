import { useRef, useState, type ReactNode } from 'react'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Assertion, ProofKind } from '#contract/accounts/factors.ts'
import { useErrorText } from '#web/api/error-text.ts'
import formStyles from '#web/accounts/account-form.module.css'
import buttonStyles from '#web/ui/controls/button.module.css'
import { Field, FormError, useErrorFocus } from '#web/ui/controls/field.tsx'
import {
  askForPasskey,
  canUsePasskeys,
  isRefusedFor,
  usePasskeyErrorText,
} from '#web/accounts/sign-in/passkeys.ts'

type FactorKind = Exclude<ProofKind, 'password'>

/** The texts of each kind. The account's first one is initially on screen. */
const texts = {
  code: { about: 'codeText', use: 'useCode' },
  passkey: { about: 'passkeyText', use: 'usePasskey' },
  recovery: { about: 'recoveryText', use: 'useRecovery' },
} as const satisfies Record<FactorKind, object>
const kinds = Object.keys(texts) as FactorKind[]

type FactorProofOptions = {
  /** The proofs that the account has. Unknown kinds are not offered. */
  proofs: readonly string[]
  /** Asks the server for options for a passkey. */
  getOptions: () => Promise<{ options: Record<string, unknown> }>
  prove: (proof: { code: string } | { answer: Assertion }) => Promise<unknown>
  onProved: () => void
  /** Called with an error that ends the attempt, or that is shown elsewhere. */
  onFailed?: (error: Error) => void
}

/**
 * Authenticates the user with a second factor: a code, a passkey or a recovery code. The caller renders `fields`,
 * `others` and
 * a button named `submitText` that submits their form.
 */
export function useFactorProof(options: FactorProofOptions): {
  fields: ReactNode
  /** Buttons for the account's other factors. */
  others: ReactNode
  submit: () => void
  /** The label of the submit button. Undefined: the caller's own. */
  submitText: string | undefined
  isBusy: boolean
} {
  const { proofs, getOptions, prove, onProved, onFailed } = options
  const t = useTranslations('accounts.factorProof')
  const errorText = useErrorText()
  const passkeyErrorText = usePasskeyErrorText()
  const offered = kinds.filter(
    (kind) => proofs.includes(kind) && (kind !== 'passkey' || canUsePasskeys()),
  )
  const [kind = 'recovery', setKind] = useState<FactorKind | undefined>(offered[0])
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState<object>()
  const field = useRef<HTMLInputElement>(null)
  const proving = useMutation({
    mutationFn: async () => {
      if (kind !== 'passkey') return prove({ code })
      return prove({ answer: await askForPasskey((await getOptions()).options) })
    },
    onSuccess: onProved,
    ...(onFailed && { onError: onFailed }),
  })
  const failure = proving.error && passkeyErrorText(proving.error, 'factorProof.noPasskey')
  const isOfField = isRefusedFor(proving.error, 'code_wrong', 'fields_missing')
  const fieldError = missing ? errorText('fields_missing') : isOfField ? failure : null
  useErrorFocus(field, missing ?? proving.error)

  function submit() {
    if (proving.isPending || proving.isSuccess) return
    const isEmpty = kind !== 'passkey' && code.trim() === ''
    setMissing(isEmpty ? {} : undefined)
    if (!isEmpty) proving.mutate()
  }

  function choose(next: FactorKind) {
    setKind(next)
    setCode('')
    setMissing(undefined)
    proving.reset()
  }

  return {
    submit,
    submitText: kind === 'passkey' ? t('usePasskey') : undefined,
    isBusy: proving.isPending || proving.isSuccess,
    fields: (
      <>
        <p className="text-14 quiet">{t(texts[kind].about)}</p>
        {kind !== 'passkey' && (
          <Field
            // Each kind starts with its own field, which gets the focus.
            key={kind}
            ref={field}
            label={t(kind === 'code' ? 'codeLabel' : 'recoveryLabel')}
            error={fieldError ?? undefined}
            required
            autoFocus
            data-autofocus
            className={formStyles.code}
            {...(kind === 'code'
              ? { autoComplete: 'one-time-code', inputMode: 'numeric' }
              : { autoComplete: 'off', autoCapitalize: 'characters', placeholder: 'XXXXX-XXXXX' })}
            spellCheck={false}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
        <FormError>{!isOfField && failure}</FormError>
      </>
    ),
    others: offered.length > 1 && (
      <div className={formStyles.others}>
        {offered.map(
          (other) =>
            other !== kind && (
              <button
                key={other}
                type="button"
                className={buttonStyles.link}
                onClick={() => choose(other)}
              >
                {t(texts[other].use)}
              </button>
            ),
        )}
      </div>
    ),
  }
}
