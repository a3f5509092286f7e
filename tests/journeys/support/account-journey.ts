import { startMailServer, type MailServer } from '#tests/support/mail-server.ts'
import { startOpenIdProvider, type OpenIdProvider } from '#tests/support/openid-provider.ts'
import { findFreePort } from '#tests/support/server-process.ts'
import { expect, test as base } from './journey.ts'

export { expect }

type Neighbours = {
  /** Where the server listens, which the provider has to know before it starts. */
  port: number
  mailServer: MailServer
  google: OpenIdProvider
}

/** A journey with a real mail server and a real OpenID provider next to the server. */
export const test = base.extend<object, Neighbours>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures needed from the pattern
  port: [async ({}, provide) => provide(await findFreePort()), { scope: 'worker' }],
  mailServer: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const mailServer = await startMailServer()
      await provide(mailServer)
      await mailServer.stop()
    },
    { scope: 'worker' },
  ],
  google: [
    async ({ port }, provide) => {
      const google = await startOpenIdProvider(`http://127.0.0.1:${port}`)
      await provide(google)
      await google.stop()
    },
    { scope: 'worker' },
  ],
  environment: [
    async ({ port, mailServer, google }, provide) =>
      provide({ PORT: String(port), ...mailServer.environment, ...google.environment }),
    { scope: 'worker' },
  ],
})
