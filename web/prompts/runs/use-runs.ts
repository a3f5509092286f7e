import { useQueryClient } from '@tanstack/react-query'
import type { Values } from '#contract/variables/fill-in.ts'
import { useCredits } from '#web/accounts/credits.ts'
import { storedRunsQuery } from './list-runs.ts'
import type { RunnableModel } from './list-models.ts'
import { followAgain, openRuns, replaceRun, startRuns, type LiveRun } from './live-runs.ts'

/** The filled-in text, which is sent, and its values, which are stored with the run. */
export type FilledIn = { text: string; values: Values }

/** The current values of the form. */
export type FilledInStore = {
  get: () => Values
  subscribe: (listener: () => void) => () => void
  setAll: (values: Values) => void
}

/** Returns functions that start, repeat and open a prompt's runs. */
export function useRuns(promptId: string) {
  const client = useQueryClient()
  const [, changeCredits] = useCredits()
  const callbacks = {
    changeCredits,
    onEnd: () => void client.invalidateQueries(storedRunsQuery(promptId)),
  }
  const toStart = ({ text, values }: FilledIn, model: LiveRun['model']) => ({
    promptId,
    text,
    values: [...values].map(([name, value]) => ({ name, value })),
    model,
  })
  return {
    start: (filledIn: FilledIn, models: readonly RunnableModel[], onAccepted: () => void) =>
      startRuns(
        promptId,
        models.map(({ modelId: id, connection, name }) =>
          toStart(filledIn, { id, connectionId: connection?.id ?? null, name }),
        ),
        { ...callbacks, onAccepted },
      ),
    again: (run: LiveRun, filledIn: FilledIn) =>
      replaceRun(run, toStart(filledIn, run.model), callbacks),
    open: (stored: Parameters<typeof openRuns>[1]) => openRuns(promptId, stored, callbacks),
    reconnect: (run: LiveRun) => followAgain(run, callbacks),
  }
}
