import { test as base, expect, type BrowserContextOptions, type Page } from '@playwright/test'
import { signUp, type Account } from './call-api.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { watchFaults, type FaultWatch } from './watch-faults.ts'

export { expect }

type Fixtures = {
  faults: FaultWatch
  /** A new account that the page is signed in to. */
  account: Account
  /** Opens a page without a login. */
  openVisitor: (options?: BrowserContextOptions) => Promise<Page>
}

type WorkerFixtures = {
  /** Off: the free plan takes any number of prompts. */
  hasPromptLimit: boolean
  /** Further settings of the server, as in `.env.example`. */
  environment: Record<string, string>
  server: ServerProcess
}

/** A journey in a browser against the real server. Any fault fails it. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  hasPromptLimit: [true, { scope: 'worker', option: true }],
  environment: [{}, { scope: 'worker', option: true }],
  server: [
    async ({ hasPromptLimit, environment }, provide) => {
      const server = await startServer(environment, { hasPromptLimit })
      await provide(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 30_000 },
  ],
  baseURL: ({ server }, provide) => provide(server.origin),
  faults: async ({ server }, provide) => {
    const faults = watchFaults(server.origin)
    await provide(faults)
    expect(faults.found(), 'faults in the browser').toEqual([])
    expect(server.takeLog(), 'errors in the log of the server').toBe('')
  },
  context: async ({ context, faults }, provide) => {
    faults.watch(context)
    await provide(context)
  },
  account: async ({ context }, provide) => provide(await signUp(context.request)),
  openVisitor: ({ browser, faults }, provide) =>
    provide(async (options) => {
      const context = await browser.newContext(options)
      faults.watch(context)
      return context.newPage()
    }),
})
