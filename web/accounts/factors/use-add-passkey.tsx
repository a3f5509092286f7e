import type { ReactNode } from 'react'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { factorCalls } from '#contract/accounts/factors.ts'
import { useDeviceName } from '#web/accounts/settings/use-device-name.ts'
import { useProof } from '#web/accounts/settings/use-proof.tsx'
import { send } from '#web/api/send.ts'
import { toastError, toastSuccess } from '#web/ui/overlays/toast.ts'
import { factorChanges } from './list-factors.ts'
import { createPasskey, usePasskeyErrorText } from '#web/accounts/sign-in/passkeys.ts'
import { useCodesDialog } from './use-codes-dialog.tsx'

/**
 * Adds a passkey after re-authentication, and shows the recovery codes of a first factor. The caller renders `dialogs`.
 */
export function useAddPasskey(onAdded?: () => void): {
  add: () => void
  isBusy: boolean
  dialogs: ReactNode
} {
  const t = useTranslations('accounts.factors')
  const passkeyErrorText = usePasskeyErrorText()
  const toDeviceName = useDeviceName()
  const { whenProved, dialog } = useProof()
  const codes = useCodesDialog()
  function report() {
    toastSuccess(t('passkeyAdded'))
    onAdded?.()
  }
  const adding = useMutation({
    mutationFn: async () => {
      const { options } = await send(factorCalls.getPasskeyOptions, {})
      const answer = await createPasskey(options)
      const name = toDeviceName(navigator.userAgent)
      return send(factorCalls.addPasskey, { answer, name })
    },
    meta: { changes: factorChanges },
    onSuccess: ({ recoveryCodes }) => {
      if (recoveryCodes) codes.show({ codes: recoveryCodes, isFirst: true, onKept: report })
      else report()
    },
    onError: (error) => toastError(passkeyErrorText(error, 'factors.noPasskeyMade')),
  })
  return {
    add: () => void whenProved(() => adding.mutate()),
    isBusy: adding.isPending,
    dialogs: (
      <>
        {dialog}
        {codes.dialog}
      </>
    ),
  }
}
