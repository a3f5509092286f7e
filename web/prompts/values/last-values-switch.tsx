import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Switch } from '#web/ui/controls/switch.tsx'
import { useKeepsInAccount } from './get-my-values.ts'
import { keepsLastValues, switchLastValues } from './last-values.ts'
import { useKeepInAccount } from './use-keep-in-account.ts'

/** Switches whether this browser remembers the values last copied with each prompt, and whether the account keeps them. */
export function LastValuesSwitch() {
  const t = useTranslations('values.keep')
  const [isOn, setOn] = useState(keepsLastValues)
  const isInAccount = useKeepsInAccount()
  const { keepInAccount, isPending, next } = useKeepInAccount()
  return (
    <>
      <div className="setting">
        <Switch
          checked={isOn}
          onChange={(checked) => {
            switchLastValues(checked)
            setOn(keepsLastValues())
          }}
        >
          {t('label')}
        </Switch>
        <p className="hint">{t('hint')}</p>
      </div>
      <div className="setting">
        <Switch
          checked={isPending ? next : isInAccount}
          busy={isPending}
          onChange={(checked) => keepInAccount(checked)}
        >
          {t('account')}
        </Switch>
        <p className="hint">{t('accountHint')}</p>
      </div>
    </>
  )
}
