import { useEffect, useEffectEvent, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '#web/ui/controls/button.tsx'
import { isSaveKey } from '#web/ui/save-key.ts'
import { chooseModels, useChosenModels } from './chosen-models.ts'
import { modelListQuery, runnableModels } from './list-models.ts'
import { useRuns, type FilledIn } from './use-runs.ts'

type RunButtonProps = {
  promptId: string
  /** Undefined where what is filled in cannot be used yet. */
  take: () => FilledIn | undefined
  /** Called with whether there is a model to run it with. */
  onRun: (hasModel: boolean) => void
}

/** Runs the prompt with the chosen models, also by Ctrl+Shift+Enter or ⌘+Shift+Enter from anywhere in its dialog. */
export function RunButton({ promptId, take, onRun }: RunButtonProps) {
  const t = useTranslations('runs')
  const button = useRef<HTMLButtonElement>(null)
  const { data } = useQuery(modelListQuery)
  const models = data ? runnableModels(data) : []
  const chosen = useChosenModels(models)
  const runs = useRuns(promptId)
  const isUseful = data !== undefined && (models.length > 0 || data.canConnect)

  const run = () => {
    if (!isUseful) return
    if (chosen.length === 0) return onRun(false)
    const filledIn = take()
    if (!filledIn) return
    chooseModels(chosen)
    runs.start(filledIn, chosen)
    onRun(true)
  }
  const runByKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isSaveKey(event) || !event.shiftKey || event.isComposing || event.repeat) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const area = button.current?.closest('dialog')
    const listen = (event: KeyboardEvent) => runByKey(event)
    area?.addEventListener('keydown', listen)
    return () => area?.removeEventListener('keydown', listen)
  }, [isUseful])

  if (!isUseful) return null
  return (
    <Button
      ref={button}
      icon={<Play size={16} strokeWidth={1.5} aria-hidden />}
      aria-keyshortcuts="Control+Shift+Enter Meta+Shift+Enter"
      onClick={run}
    >
      {t('run')}
    </Button>
  )
}
