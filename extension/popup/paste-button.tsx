import { use, useState } from 'react'
import { ClipboardPaste } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Prompt } from '#contract/library/prompts.ts'
import { FillInContext } from '#web/prompts/fill-in/fill-in-settings.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { namesOf } from './own-values.ts'
import styles from './popup.module.css'

/** Fills in the variables for the clipboard, which is read only on a click. */
export function PasteButton({ prompt }: { prompt: Prompt }) {
  const t = useTranslations('extension')
  const { values } = use(FillInContext)
  const [hasFailed, setFailed] = useState(false)
  const names = namesOf('clipboard', prompt)
  if (names.length === 0) return null

  async function paste() {
    // The browser asks, or refuses: the extension has no permission for this.
    const text = await navigator.clipboard.readText().catch(() => '')
    setFailed(text === '')
    if (text !== '') values.setAll(new Map(names.map((name) => [name, text])))
    else
      document.querySelector<HTMLElement>(`textarea[name="${CSS.escape(names[0] ?? '')}"]`)?.focus()
  }

  return (
    <div className={styles.paste}>
      <Button icon={<ClipboardPaste size={16} />} onClick={() => void paste()}>
        {t('fromClipboard')}
      </Button>
      <p role="status" className="text-13 quiet">
        {hasFailed && t('clipboardEmpty')}
      </p>
    </div>
  )
}
