import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Switch } from '#web/ui/controls/switch.tsx'
import { keepsLastValues, switchLastValues } from './last-values.ts'

/** Switches whether this browser remembers the values last copied with each prompt. */
export function LastValuesSwitch() {
  const t = useTranslations('values.keep')
  const [isOn, setOn] = useState(keepsLastValues)
  return (
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
  )
}
