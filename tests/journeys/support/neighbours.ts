import type { Fixtures } from '@playwright/test'
import { startMailServer, type MailServer } from '#tests/support/servers/mail-server.ts'
import { startOpenIdProvider, type OpenIdProvider } from '#tests/support/servers/openid-provider.ts'
import { findFreePort } from '#tests/support/server-process.ts'
import { startModelServer, type ModelServer } from '#tests/support/servers/model-server.ts'
import { writeModelsFile } from '#tests/support/servers/models-file.ts'

export type Neighbours = {
  mailServer: MailServer
  google: OpenIdProvider
  /** The port of a server that uses Google, which Google must be configured with before the server starts. */
  portForGoogle: number
  modelServer: ModelServer
  /** Offers the models of `modelServer` for credits. */
  modelsFile: string
}

/** The servers that a journey's server calls. Each starts when the first journey requests it. */
export const neighbours: Fixtures<object, Neighbours> = {
  mailServer: [
    async ({}, provide) => {
      const mailServer = await startMailServer()
      await provide(mailServer)
      await mailServer.stop()
    },
    { scope: 'worker' },
  ],
  google: [
    async ({ portForGoogle }, provide) => {
      const google = await startOpenIdProvider(`http://127.0.0.1:${portForGoogle}`)
      await provide(google)
      await google.stop()
    },
    { scope: 'worker' },
  ],
  portForGoogle: [async ({}, provide) => provide(await findFreePort()), { scope: 'worker' }],
  modelServer: [
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
}
