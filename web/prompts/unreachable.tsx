import { WifiOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import styles from './unreachable.module.css'

/** Explains why a prompt's dialog is still loading. `isExcerpt`: only the beginning of the prompt is shown. */
export function Unreachable({ isExcerpt = false }: { isExcerpt?: boolean }) {
  const t = useTranslations('library.prompt')
  return (
    <p role="status" className={styles.unreachable}>
      <WifiOff size={16} />
      <span>
        {t('unreachable')} {isExcerpt && t('excerpt')}
      </span>
    </p>
  )
}
