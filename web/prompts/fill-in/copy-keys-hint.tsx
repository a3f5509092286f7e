import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { hints } from '#web/library/hints.ts'
import { useStore } from '#web/ui/store.ts'
import styles from './fill-in.module.css'

/** Shows the copy shortcut, in the dialog of the first prompt copied on this device. */
export function CopyKeysHint() {
  const t = useTranslations('palette.hint')
  const [wasNamed] = useState(() => hints.get().hasNamedCopyKeys)
  const { hasNamedCopyKeys } = useStore(hints)
  // Not announced: screen reader users already know the shortcut, and the copy itself is announced.
  return (
    <p className={styles.copyKeys} data-coming={!hasNamedCopyKeys || undefined}>
      {!wasNamed && t('copy')}
    </p>
  )
}
