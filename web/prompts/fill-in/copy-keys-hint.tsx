import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { hints } from '#web/library/hints.ts'
import { useStore } from '#web/ui/store.ts'
import styles from './fill-in.module.css'

/** Names the keys that copy, in the dialog of the first prompt that was copied on this device. */
export function CopyKeysHint() {
  const t = useTranslations('palette.hint')
  const [wasNamed] = useState(() => hints.get().hasNamedCopyKeys)
  const { hasNamedCopyKeys } = useStore(hints)
  // Not announced: keys are no news to those who would hear it, and the copy is.
  return (
    <p className={styles.copyKeys} data-coming={!hasNamedCopyKeys || undefined}>
      {!wasNamed && t('copy')}
    </p>
  )
}
