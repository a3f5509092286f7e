import { useEffect, useEffectEvent, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/controls/button.tsx'
import { listen } from '#web/ui/listen.ts'
import { isSaveKey } from '#web/ui/save-key.ts'
import { modelListQuery, runnableModels } from './list-models.ts'
import { useRun, type RunInput } from './use-run.ts'

/** Runs the prompt with the chosen models; Ctrl+Shift+Enter or ⌘+Shift+Enter works anywhere in its dialog. */
export function RunButton(props: RunInput) {
  const { data } = useQuery(modelListQuery)
  const models = data ? runnableModels(data) : []
  // If there can be no model, the button would be useless.
  if (models.length === 0 && !data?.canConnect) return null
  return <ButtonOf {...props} />
}

function ButtonOf(props: RunInput) {
  const t = useTranslations('runs')
  const button = useRef<HTMLButtonElement>(null)
  const run = useRun(props)
  const runByKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isSaveKey(event) || !event.shiftKey || event.isComposing || event.repeat) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const area = button.current?.closest('dialog')
    return listen(area, ['keydown'], (event) => runByKey(event))
  }, [])
  return (
    <Button
      ref={button}
      icon={<Play size={16} />}
      aria-keyshortcuts="Control+Shift+Enter Meta+Shift+Enter"
      onClick={run}
    >
      {t('run')}
    </Button>
  )
}
