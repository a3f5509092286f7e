import { useEffect, useEffectEvent, useRef } from 'react'
import { Play } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/controls/button.tsx'
import { isSaveKey } from '#web/ui/save-key.ts'

/** Runs the prompt, also by Ctrl+Shift+Enter or ⌘+Shift+Enter from anywhere in its dialog. */
export function RunButton({ onRun }: { onRun: () => void }) {
  const t = useTranslations('runs')
  const button = useRef<HTMLButtonElement>(null)
  const runByKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isSaveKey(event) || !event.shiftKey || event.isComposing || event.repeat) return
    event.preventDefault()
    onRun()
  })
  useEffect(() => {
    const area = button.current?.closest('dialog')
    const listen = (event: KeyboardEvent) => runByKey(event)
    area?.addEventListener('keydown', listen)
    return () => area?.removeEventListener('keydown', listen)
  }, [])
  return (
    <Button
      ref={button}
      icon={<Play size={16} strokeWidth={1.5} aria-hidden />}
      aria-keyshortcuts="Control+Shift+Enter Meta+Shift+Enter"
      onClick={onRun}
    >
      {t('run')}
    </Button>
  )
}
