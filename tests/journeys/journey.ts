import { test as base, expect, type Page } from '@playwright/test'
import { signUp, type Account } from './call-api.ts'
import { startServer, type RunningServer } from './start-server.ts'
import { watchFaults, type FaultWatch } from './watch-faults.ts'

export { expect }

type Fixtures = {
  faults: FaultWatch
  /** A new account that the page is signed in to. */
  account: Account
  /** Opens a page for somebody without a login. */
  openVisitor: () => Promise<Page>
}

type WorkerFixtures = {
  /** Off: the free plan takes any number of prompts. */
  hasPromptLimit: boolean
  server: RunningServer
}

/** A journey in a browser against the real server, which fails on any fault on the way. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  hasPromptLimit: [true, { scope: 'worker', option: true }],
  server: [
    async ({ hasPromptLimit }, use) => {
      const server = await startServer(hasPromptLimit)
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 30_000 },
  ],
  baseURL: ({ server }, use) => use(server.origin),
  faults: async ({ server }, use) => {
    const faults = watchFaults(server.origin)
    await use(faults)
    expect(faults.found(), 'faults in the browser').toEqual([])
    expect(server.takeLog(), 'errors in the log of the server').toBe('')
  },
  context: async ({ context, faults }, use) => {
    faults.watch(context)
    await use(context)
  },
  account: async ({ context }, use) => use(await signUp(context.request)),
  openVisitor: ({ browser, faults }, use) =>
    use(async () => {
      const context = await browser.newContext()
      faults.watch(context)
      return context.newPage()
    }),
})
