import { Braces } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/controls/button.tsx'
import styles from './prompt-editor.module.css'

/** Turns the selected text into a variable. */
export function AddVariableButton({ onPress }: { onPress: () => void }) {
  const t = useTranslations('prompt.editor')
  return (
    <Button
      look="primary"
      className={styles.add}
      icon={<Braces size={16} />}
      aria-keyshortcuts="Control+E Meta+E"
      title={t('addVariableKeys')}
      // A click must not take the focus, and with it the selection, from the editor.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {t('addVariable')}
    </Button>
  )
}
