import { use, useState } from 'react'
import { ClipboardPaste } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Prompt } from '#contract/library/prompts.ts'
import { FillInContext } from '#web/prompts/fill-in/fill-in-settings.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { LiveText } from '#web/ui/live-text.tsx'
import { namesOf } from './own-values.ts'

/** Fills in the variables for the clipboard, which is read only on a click. */
export function PasteButton({ prompt }: { prompt: Prompt }) {
  const t = useTranslations('extension')
  const { values } = use(FillInContext)
  const [hasFailed, setFailed] = useState(false)
  const names = namesOf('clipboard', prompt)
  if (names.length === 0) return null

  async function paste() {
    // Without a permission for all times, the browser asks, or refuses.
    const text = await navigator.clipboard.readText().catch(() => '')
    setFailed(text === '')
    if (text !== '') values.setAll(new Map(names.map((name) => [name, text])))
  }

  return (
    <>
      <Button icon={<ClipboardPaste size={16} />} onClick={() => void paste()}>
        {t(hasFailed ? 'clipboardEmpty' : 'fromClipboard')}
      </Button>
      <LiveText>{hasFailed && t('clipboardEmpty')}</LiveText>
    </>
  )
}
