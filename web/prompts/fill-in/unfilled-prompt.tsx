import type { ReactNode } from 'react'
import { Copy } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/controls/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import mark from '#web/ui/mark.module.css'
import textStyles from './fill-in-text.module.css'
import styles from './fill-in.module.css'

/** Takes the place of `FillIn` in a dialog, line for line, until the whole prompt has loaded. */
export function UnfilledPrompt({ text }: { text: ReactNode }) {
  const t = useTranslations('prompt.fillIn')
  return (
    <div className={styles.fillIn}>
      <div className={styles.body}>
        <div className={classNames(styles.text, textStyles.unfilled, mark.openWithin)}>{text}</div>
      </div>
      <footer className={styles.foot}>
        <p className={styles.progress} />
        <div className={styles.buttons}>
          <Button look="primary" icon={<Copy size={16} strokeWidth={1.5} aria-hidden />} disabled>
            {t('copy')}
          </Button>
        </div>
      </footer>
    </div>
  )
}
