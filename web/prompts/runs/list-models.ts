import type { AnswerOf } from '#contract/core/call.ts'
import { modelCalls, type OfferedModel } from '#contract/runs/models.ts'
import { queryOf } from '#web/api/query-of.ts'

export type ModelList = AnswerOf<typeof modelCalls.listModels>

/** A model that a prompt can be run with. */
export type RunnableModel = {
  /** Distinguishes it from all others, also on the next visit. */
  key: string
  name: string
  modelId: string
  /** The user's own connection, whose runs cost no credits. */
  connection: { id: string; name: string } | undefined
  /** Set if the operator offers the model. */
  offered: OfferedModel | undefined
}

export const modelListQuery = {
  ...queryOf(modelCalls.listModels, {}, ['models']),
  staleTime: 60_000,
  gcTime: Infinity,
}

/** Whether prompts can be run on the server, with its models or with connections. True until the list is known. */
export function canRunPrompts(list: ModelList | undefined): boolean {
  return !list || list.canConnect || list.models.length > 0
}

/** Returns the operator's models, then those of the user's connections. */
export function runnableModels({ models, connections }: ModelList): RunnableModel[] {
  return [
    ...models.map((offered) => ({
      key: offered.id,
      name: offered.name,
      modelId: offered.id,
      connection: undefined,
      offered,
    })),
    ...connections.flatMap(({ id, name, models: names }) =>
      names.map((model) => ({
        key: `${id}/${model}`,
        name: model,
        modelId: model,
        connection: { id, name },
        offered: undefined,
      })),
    ),
  ]
}
