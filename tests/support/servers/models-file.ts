import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { modelNames, type ModelServer } from './model-server.ts'

/** A credit is 100 tokens; the answer may have 500. */
export const testPrice = { creditsPerMillionInput: 10_000, creditsPerMillionOutput: 10_000 }

/** A MODELS_FILE with every model of the test's server, which the caller removes. */
export function writeModelsFile({ baseUrls }: Pick<ModelServer, 'baseUrls'>): {
  file: string
  remove: () => void
} {
  const directory = makeScratchDirectory('models')
  const file = join(directory, 'models.json')
  const models = modelNames.map((name) => ({
    id: name,
    name: `Model ${name}`,
    dialect: 'openai',
    baseUrl: baseUrls.openai,
    model: name,
    maxOutput: 500,
    ...testPrice,
  }))
  writeFileSync(file, JSON.stringify({ models }))
  return { file, remove: () => rmSync(directory, { recursive: true }) }
}
