import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { switchSingleKeys, usesSingleKeys } from '#web/library/single-keys.ts'
import { Switch } from '#web/ui/controls/switch.tsx'
import styles from './key-switch.module.css'

/** Whether single keys do something on this device. */
export function KeySwitch() {
  const t = useTranslations('palette.keys')
  const [isOn, setOn] = useState(usesSingleKeys)
  return (
    <div className={styles.setting}>
      <Switch
        checked={isOn}
        onChange={(checked) => {
          switchSingleKeys(checked)
          setOn(usesSingleKeys())
        }}
      >
        {t('switch')}
      </Switch>
      <p>{t('switchHint')}</p>
    </div>
  )
}
