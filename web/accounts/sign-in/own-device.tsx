import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { chooseOwnDevice, suggestsOwnDevice } from '#web/api/account-storage.ts'
import styles from './own-device.module.css'

/**
 * Asks whether the browser may keep a copy of the library. Uncontrolled: hydration would discard a click on a controlled
 * box.
 */
export function OwnDevice() {
  const t = useTranslations('accounts.login')
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!box.current) return
    // The server does not know the last choice; the user may have clicked before this code loaded.
    if (box.current.checked) box.current.checked = suggestsOwnDevice()
    else chooseOwnDevice(false)
  }, [])
  return (
    <label className={styles.device}>
      <input
        ref={box}
        type="checkbox"
        defaultChecked
        onChange={(event) => chooseOwnDevice(event.target.checked)}
      />
      <span className="stack">
        {t('ownDevice')}
        <span className="text-13 quiet">{t('ownDeviceHint')}</span>
      </span>
    </label>
  )
}
