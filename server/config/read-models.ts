import type * as z from 'zod/mini'
import { ConfigError, readSecret, type Config } from '#server/config/config.ts'
import { readSettings } from '#server/config/read-settings.ts'
import { ModelsFile } from '#server/config/models.rules.ts'

/** A model of the operator, with its key; empty if its server needs none. */
export type OperatorModel = z.output<typeof ModelsFile>['models'][number] & { key: string }

export type Models = readonly OperatorModel[]

/**
 * Reads the operator's models, and their keys from the environment or the files that it names.
 *
 * @throws ConfigError naming the first invalid field, or the first key that is missing
 */
export async function readModels(
  { modelsFile }: Config,
  environment: NodeJS.ProcessEnv,
): Promise<Models> {
  if (modelsFile === undefined) return []
  const { models } = await readSettings('MODELS_FILE', modelsFile, ModelsFile)
  return models.map((model) => {
    if (model.keyVariable === undefined) return { ...model, key: '' }
    const key = readSecret(environment, model.keyVariable) ?? ''
    if (!/^[\x21-\x7e]+$/.test(key)) {
      const fault = key === '' ? 'is not set' : 'is no key'
      throw new ConfigError(
        `MODELS_FILE is ${JSON.stringify(modelsFile)}; in it, the model ${JSON.stringify(model.id)} needs the variable ${model.keyVariable}, which ${fault}.`,
      )
    }
    return { ...model, key }
  })
}
