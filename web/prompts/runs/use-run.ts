import { useQuery } from '@tanstack/react-query'
import type { Values } from '#contract/variables/fill-in.ts'
import { chooseModels, useChosenModels } from './chosen-models.ts'
import { modelListQuery, runnableModels } from './list-models.ts'
import { useRuns, type FilledIn } from './use-runs.ts'

export type RunInput = {
  promptId: string
  /** Undefined if the prompt cannot be sent yet. */
  readFilledIn: () => FilledIn | undefined
  /** Called on each click, with whether there is a model to use. */
  onRun: (hasModel: boolean) => void
  /** Called with the values stored with the run. */
  onAccepted: (values: Values) => void
}

/** Returns a function that runs a prompt with the chosen models. */
export function useRun({ promptId, readFilledIn, onRun, onAccepted }: RunInput): () => void {
  const { data } = useQuery(modelListQuery)
  const chosen = useChosenModels(data ? runnableModels(data) : [])
  const runs = useRuns(promptId)
  return () => {
    if (chosen.length === 0) return onRun(false)
    const filledIn = readFilledIn()
    if (!filledIn) return
    chooseModels(chosen)
    onRun(true)
    runs.start(filledIn, chosen, () => onAccepted(filledIn.values))
  }
}
