import { fileURLToPath } from 'node:url'
import {
  test as base,
  expect,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test'
import { serverArguments } from '#scripts/serve.mjs'
import { signUp, type Account } from './call-api.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { neighbours, type Neighbours } from './neighbours.ts'
import { watchFaults, type FaultWatch } from './watch-faults.ts'

export { expect }

type ServerOptions = {
  /** If off, the free plan allows any number of prompts. */
  hasPromptLimit: boolean
  /** The host that the browser calls: `127.0.0.1`, or `localhost` for passkeys, which need a name. */
  host: '127.0.0.1' | 'localhost'
  /** Further settings of the server, as in `.env.example`. */
  environment: Record<string, string>
}

type BrowserOptions = {
  /** Whether the browser of the account keeps a copy of its library, as on the user's own device. */
  keepsCopy: boolean
}

type Fixtures = ServerOptions &
  BrowserOptions & {
    server: ServerProcess
    faults: FaultWatch
    /** A new account that the page is logged in to. */
    account: Account
    /** Opens a page without a login. */
    openVisitor: (options?: BrowserContextOptions) => Promise<Page>
  }

const lowHashCost = fileURLToPath(new URL('../../support/low-hash-cost.ts', import.meta.url))
/** Arguments of Node that start the server with a cheap hash of passwords. */
export const program = ['--import', lowHashCost, ...serverArguments]

type WorkerFixtures = Neighbours & {
  /** Returns a server with these options, shared by journeys with the same ones. */
  serverWith: (options: ServerOptions) => Promise<ServerProcess>
}

/** Makes the choice that a login on a new device suggests. */
export function chooseOwnDevice() {
  try {
    localStorage['library-copy'] ??= 'on'
  } catch {
    // A page without storage.
  }
}

/** A journey in a browser against the real server. Any fault fails it. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  // As an option of the worker, it would start a new browser with every change.
  hasPromptLimit: [true, { option: true }],
  host: ['127.0.0.1', { option: true }],
  environment: [{}, { option: true }],
  keepsCopy: [true, { option: true }],
  ...neighbours,
  serverWith: [
    async ({}, provide) => {
      const started = new Map<string, ServerProcess>()
      await provide(async ({ environment, ...rest }) => {
        const options = JSON.stringify([environment, rest])
        const server =
          started.get(options) ?? (await startServer(environment, { ...rest, program }))
        started.set(options, server)
        return server
      })
      await Promise.all(started.values().map((server) => server.stop()))
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  server: [
    async ({ serverWith, environment, hasPromptLimit, host }, provide) =>
      provide(await serverWith({ environment, hasPromptLimit, host })),
    { scope: 'test', timeout: 300_000 },
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
  account: async ({ context, keepsCopy }, provide) => {
    if (keepsCopy) await context.addInitScript(chooseOwnDevice)
    await provide(await signUp(context.request))
  },
  openVisitor: async ({ browser, faults }, provide) => {
    const contexts: BrowserContext[] = []
    await provide(async (options) => {
      const context = await browser.newContext(options)
      contexts.push(context)
      faults.watch(context)
      return context.newPage()
    })
    await Promise.all(contexts.map((context) => context.close()))
  },
})
