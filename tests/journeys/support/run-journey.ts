import { startModelServer, type ModelServer } from '#tests/support/servers/model-server.ts'
import { writeModelsFile } from '#tests/support/servers/models-file.ts'
import { expect, test as base } from './journey.ts'

export { expect }

type Neighbours = { modelServer: ModelServer; modelsFile: string }

/** A journey with a server of models next to the server, whose models are also on offer for credits. */
export const test = base.extend<object, Neighbours>({
  modelServer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures needed from the pattern
    async ({}, provide) => {
      const modelServer = await startModelServer()
      await provide(modelServer)
      await modelServer.close()
    },
    { scope: 'worker' },
  ],
  modelsFile: [
    async ({ modelServer }, provide) => {
      const { file, remove } = writeModelsFile(modelServer)
      await provide(file)
      remove()
    },
    { scope: 'worker' },
  ],
  environment: [
    async ({ modelsFile }, provide) => provide({ MODELS_FILE: modelsFile }),
    { scope: 'worker' },
  ],
})
