import { Copy } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/controls/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { PromptPreview } from '#web/prompts/prompt-preview.tsx'
import { Unreachable } from '#web/prompts/unreachable.tsx'
import mark from '#web/ui/mark.module.css'
import textStyles from './fill-in-text.module.css'
import styles from './fill-in.module.css'

type UnfilledPromptProps = { preview: string; isUnreachable?: boolean }

/** Placeholder for `FillIn` in a dialog, line for line, until the whole prompt has loaded. */
export function UnfilledPrompt({ preview, isUnreachable = false }: UnfilledPromptProps) {
  const t = useTranslations('prompt.fillIn')
  return (
    <div className={styles.fillIn}>
      <div className={styles.body}>
        {isUnreachable && <Unreachable isExcerpt />}
        <div className={classNames(styles.text, textStyles.unfilled, mark.openWithin)}>
          <PromptPreview preview={preview} />
        </div>
      </div>
      <footer className={styles.foot}>
        <p className={styles.line} />
        <div className={styles.buttons}>
          <Button look="primary" className={styles.copyButton} icon={<Copy size={16} />} disabled>
            {t('copy')}
          </Button>
        </div>
      </footer>
    </div>
  )
}
