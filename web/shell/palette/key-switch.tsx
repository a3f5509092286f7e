import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { switchSingleKeys, usesSingleKeys } from '#web/library/single-keys.ts'
import { Switch } from '#web/ui/controls/switch.tsx'

/** Switches single-key shortcuts on or off on this device. */
export function KeySwitch() {
  const t = useTranslations('palette.keys')
  const [isOn, setOn] = useState(usesSingleKeys)
  return (
    <div>
      <Switch
        checked={isOn}
        onChange={(checked) => {
          switchSingleKeys(checked)
          setOn(usesSingleKeys())
        }}
      >
        {t('switch')}
      </Switch>
      <p className="hint">{t('switchHint')}</p>
    </div>
  )
}
