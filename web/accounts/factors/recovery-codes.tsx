import { useTranslations } from 'use-intl'
import { factorCalls, type Factors } from '#contract/accounts/factors.ts'
import { useProof } from '#web/accounts/settings/use-proof.tsx'
import { useToastedCall } from '#web/api/use-call.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { toastSuccess } from '#web/ui/overlays/toast.ts'
import styles from './factors.module.css'
import { useCodesDialog } from './use-codes-dialog.tsx'

/** So few recovery codes are a reason for new ones. */
const few = 3

/** How many recovery codes are left, and new ones. */
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
  const isFew = count <= few && !needsCodes
  return (
    <>
      <p>{t('codesText')}</p>
      {!needsCodes && (
        <p className={classNames(styles.left, isFew && styles.few)}>
          <strong>{t('codesLeft', { count })}</strong>
          {isFew && ` · ${t('fewCodes', { count })}`}
        </p>
      )}
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
