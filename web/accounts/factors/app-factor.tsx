import { useState } from 'react'
import { Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { factorCalls, type Factors } from '#contract/accounts/factors.ts'
import { useProof } from '#web/accounts/settings/use-proof.tsx'
import { useToastedCall } from '#web/api/use-call.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { useDialog, useLingering } from '#web/ui/overlays/linger.ts'
import { Deletion } from '#web/api/question.tsx'
import { toastSuccess } from '#web/ui/overlays/toast.ts'
import { AppDialog, type AppSecret } from './app-dialog.tsx'
import { factorChanges } from './list-factors.ts'
import { useCodesDialog } from './use-codes-dialog.tsx'

/** Sets up, replaces and removes the authenticator app. */
export function AppFactor({ factors }: { factors: Factors }) {
  const t = useTranslations('accounts.factors')
  const { app } = factors
  const { whenProved, dialog } = useProof()
  const codes = useCodesDialog()
  const removing = useDialog()
  const [secret, setSecret] = useState<AppSecret>()
  const shown = useLingering(secret)
  const begin = useToastedCall(factorCalls.beginTotp, { changes: [], onSuccess: setSecret })
  const isLast = factors.passkeys.length === 0

  function report() {
    toastSuccess(t('appAdded'))
  }

  function finish(recoveryCodes: string[] | null) {
    if (recoveryCodes) codes.show({ codes: recoveryCodes, isFirst: true, onKept: report })
    else report()
  }

  return (
    <>
      {app && !app.isActive && <p className="red">{t('waiting')}</p>}
      {factors.appOff && !app && <p>{t('appOff')}</p>}
      <div className="row wrap gap-8">
        {!factors.appOff && (
          <Button
            icon={!app && <Plus size={16} />}
            busy={begin.isPending}
            onClick={() => void whenProved(() => begin.mutate({}))}
          >
            {t(app ? 'replaceApp' : 'addApp')}
          </Button>
        )}
        {app && (
          <Button aria-label={t('removeAppNamed')} onClick={() => void whenProved(removing.open)}>
            {t('removeApp')}
          </Button>
        )}
      </div>
      {shown && (
        <AppDialog
          key={shown.secret}
          open={secret !== undefined}
          {...shown}
          onClose={() => setSecret(undefined)}
          onAdded={finish}
        />
      )}
      <Deletion
        dialog={removing}
        title={t('removeAppTitle')}
        submit={t('removeAppConfirm')}
        call={factorCalls.removeTotp}
        input={{}}
        changes={factorChanges}
        done={t('appRemoved')}
      >
        <p>
          {t('removeAppText')} {isLast && factors.hasPassword && t('lastFactor')}
        </p>
      </Deletion>
      {dialog}
      {codes.dialog}
    </>
  )
}
