import { useEffect, useEffectEvent, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Values } from '#contract/variables/fill-in.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { isSaveKey } from '#web/ui/save-key.ts'
import { chooseModels, useChosenModels } from './chosen-models.ts'
import { modelListQuery, runnableModels, type RunnableModel } from './list-models.ts'
import { useRuns, type FilledIn } from './use-runs.ts'

export type RunButtonProps = {
  promptId: string
  /** Undefined where what is filled in cannot be used yet. */
  take: () => FilledIn | undefined
  /** Called at the press, with whether there is a model to run it with. */
  onRun: (hasModel: boolean) => void
  /** Called with the values that are kept with the run from then on. */
  onTaken: (values: Values) => void
}

/** Runs the prompt with the chosen models, also by Ctrl+Shift+Enter or ⌘+Shift+Enter from anywhere in its dialog. */
export function RunButton(props: RunButtonProps) {
  const { data } = useQuery(modelListQuery)
  const models = data ? runnableModels(data) : []
  // Where there can be no model, it would lead nowhere.
  if (models.length === 0 && !data?.canConnect) return null
  return <ButtonOf models={models} {...props} />
}

type ButtonOfProps = RunButtonProps & { models: readonly RunnableModel[] }

function ButtonOf({ models, promptId, take, onRun, onTaken }: ButtonOfProps) {
  const t = useTranslations('runs')
  const button = useRef<HTMLButtonElement>(null)
  const chosen = useChosenModels(models)
  const runs = useRuns(promptId)

  const run = () => {
    if (chosen.length === 0) return onRun(false)
    const filledIn = take()
    if (!filledIn) return
    chooseModels(chosen)
    onRun(true)
    runs.start(filledIn, chosen, () => onTaken(filledIn.values))
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
  }, [])
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
