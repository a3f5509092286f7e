import type { ReactNode } from 'react'
import { Copy } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/controls/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import mark from '#web/ui/mark.module.css'
import textStyles from './fill-in-text.module.css'
import styles from './fill-in.module.css'

/**
 * What stands where `FillIn` will, line for line: on a shared prompt's page until its scripts are there
 * (its `text` is put in by `printUnfilledText`), and in a dialog until the whole prompt is.
 */
export function UnfilledPrompt({ text, progress }: { text: ReactNode; progress?: string }) {
  const t = useTranslations('prompt.fillIn')
  return (
    <div className={styles.fillIn}>
      <div className={styles.body}>
        <div className={classNames(styles.text, textStyles.unfilled, mark.openWithin)}>{text}</div>
      </div>
      <footer className={classNames(styles.foot, textStyles.scripted)}>
        <p className={styles.progress}>{progress}</p>
        <div className={styles.buttons}>
          <Button look="primary" icon={<Copy size={16} strokeWidth={1.5} aria-hidden />} disabled>
            {t('copy')}
          </Button>
        </div>
      </footer>
    </div>
  )
}
