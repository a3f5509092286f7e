import type { Client } from '#contract/core/client.ts'
import { estimateCredits } from '#contract/runs/estimate-credits.ts'
import { modelCalls } from '#contract/runs/models.ts'
import { CommandError, UsageError } from '#cli/core/define-command.ts'
import { fillText, type Texts } from '#cli/core/texts.ts'

/** A model that prompts can be run with. */
export type Model = {
  /** Distinguishes it from all others, permanently. */
  key: string
  /** Its name for the user. */
  word: string
  name: string
  modelId: string
  /** The user's own connection, whose runs cost no credits. */
  connection: { id: string; name: string } | undefined
  /** The cost of a run of one page, in credits; null if there is no balance. */
  credits: number | null
}

/** The server's models, then those of the account's own connections. */
export async function loadModels(client: Client): Promise<Model[]> {
  const { models, connections, hasBalance } = await client(modelCalls.listModels, {})
  const offered = models.map((model) => ({
    key: model.id,
    word: model.id,
    name: model.name,
    modelId: model.id,
    connection: undefined,
    credits: hasBalance === false ? null : estimateCredits(model),
  }))
  const own = connections.flatMap(({ id, name, models: names }) =>
    names.map((model) => ({
      key: `${id}/${model}`,
      word: model,
      name: model,
      modelId: model,
      connection: { id, name },
      credits: hasBalance === false ? null : 0,
    })),
  )
  const all: Model[] = [...offered, ...own]
  const isUnique = ({ word }: Model) => all.filter((other) => other.word === word).length === 1
  return all.map((model) =>
    model.connection === undefined || isUnique(model)
      ? model
      : { ...model, word: `${model.connection.name}/${model.modelId}` },
  )
}

/**
 * The model that the user names; else the one that they used last, if it still exists; else the first.
 *
 * @throws UsageError listing the available models
 * @throws CommandError if there are none
 */
export function chooseModel(
  models: readonly Model[],
  { named, last }: { named: string | undefined; last: string | undefined },
  texts: Texts,
): Model {
  const [first] = models
  if (first === undefined) throw new CommandError(texts.run.noModels)
  if (named === undefined) return models.find(({ key }) => key === last) ?? first
  const wanted = named.toLowerCase()
  const found = models.find(({ key, word, name }) =>
    [key, word, name].some((each) => each.toLowerCase() === wanted),
  )
  if (found !== undefined) return found
  const names = models.map(({ word }) => word).join(', ')
  throw new UsageError(fillText(texts.run.unknownModel, { name: named, names }))
}
