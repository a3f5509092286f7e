import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/controls/button.tsx'
import styles from './library-screen.module.css'

export function LoadFailure({ text, onRetry }: { text: string; onRetry: () => void }) {
  const t = useTranslations('library')
  return (
    <div className={styles.empty} role="alert">
      <h2>{text}</h2>
      <div>
        <Button onClick={onRetry}>{t('failure.retry')}</Button>
      </div>
    </div>
  )
}
