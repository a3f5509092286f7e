import { useTranslations } from 'use-intl'
import { factorCalls, type Factors } from '#contract/accounts/factors.ts'
import { useProof } from '#web/accounts/settings/use-proof.tsx'
import { useToastedCall } from '#web/api/use-call.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { toastSuccess } from '#web/ui/overlays/toast.ts'
import { useCodesDialog } from './use-codes-dialog.tsx'

/** The number of remaining codes at which new ones are recommended. */
const few = 3

/** Whether so few recovery codes are left that the user should create new ones. */
export function hasFewCodes({ needsCodes, codesLeft }: Factors): boolean {
  return codesLeft <= few && !needsCodes
}

/** Creates new recovery codes. */
export function RecoveryCodes({ factors }: { factors: Factors }) {
  const t = useTranslations('accounts.factors')
  const { needsCodes, codesLeft: count } = factors
  const { whenProved, dialog } = useProof()
  const codes = useCodesDialog()
  const renew = useToastedCall(factorCalls.renewRecoveryCodes, {
    changes: [],
    onSuccess: ({ recoveryCodes }) =>
      codes.show({
        codes: recoveryCodes,
        isFirst: needsCodes,
        onKept: () => toastSuccess(t('codesKept')),
      }),
  })
  return (
    <>
      {hasFewCodes(factors) && <p>{t('fewCodes', { count })}</p>}
      <Button
        look={needsCodes ? 'primary' : 'plain'}
        busy={renew.isPending}
        onClick={() => void whenProved(() => renew.mutate({}))}
      >
        {t(needsCodes ? 'showCodes' : 'renewCodes')}
      </Button>
      {dialog}
      {codes.dialog}
    </>
  )
}
