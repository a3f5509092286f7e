import { useEffect, useEffectEvent, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Values } from '#contract/variables/fill-in.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { listen } from '#web/ui/listen.ts'
import { isSaveKey } from '#web/ui/save-key.ts'
import { chooseModels, useChosenModels } from './chosen-models.ts'
import { modelListQuery, runnableModels, type RunnableModel } from './list-models.ts'
import { useRuns, type FilledIn } from './use-runs.ts'

export type RunButtonProps = {
  promptId: string
  /** Undefined if the prompt cannot be sent yet. */
  readFilledIn: () => FilledIn | undefined
  /** Called on each press, with whether there is a model to use. */
  onRun: (hasModel: boolean) => void
  /** Called with the values stored with the run. */
  onAccepted: (values: Values) => void
}

/** Runs the prompt with the chosen models; Ctrl+Shift+Enter or ⌘+Shift+Enter works anywhere in its dialog. */
export function RunButton(props: RunButtonProps) {
  const { data } = useQuery(modelListQuery)
  const models = data ? runnableModels(data) : []
  // If there can be no model, the button would be useless.
  if (models.length === 0 && !data?.canConnect) return null
  return <ButtonOf models={models} {...props} />
}

type ButtonOfProps = RunButtonProps & { models: readonly RunnableModel[] }

function ButtonOf({ models, promptId, readFilledIn, onRun, onAccepted }: ButtonOfProps) {
  const t = useTranslations('runs')
  const button = useRef<HTMLButtonElement>(null)
  const chosen = useChosenModels(models)
  const runs = useRuns(promptId)

  const run = () => {
    if (chosen.length === 0) return onRun(false)
    const filledIn = readFilledIn()
    if (!filledIn) return
    chooseModels(chosen)
    onRun(true)
    runs.start(filledIn, chosen, () => onAccepted(filledIn.values))
  }
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
