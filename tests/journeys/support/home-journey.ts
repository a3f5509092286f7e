import { rm } from 'node:fs/promises'
import { expect, test as base } from '@playwright/test'
import { findFreePort, startServer } from '#tests/support/server-process.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { signUp, type Account } from './call-api.ts'
import { program as thisProgram } from './journey.ts'

export { expect }

type Start = {
  /** Further settings of the server, as in `.env.example`. */
  environment?: Record<string, string>
  /** Node's arguments, for the server of another build. */
  program?: string[]
}

type Home = {
  origin: string
  directory: string
  stop: () => Promise<void>
  start: (options?: Start) => Promise<void>
  /** Accepts connections, but answers nothing until `thaw`. */
  freeze: () => void
  thaw: () => void
}

type Fixtures = {
  /** A server that restarts at the same address with the same data. */
  home: Home
  account: Account
}

type WorkerFixtures = {
  /** The server of all journeys in a worker, and whether it runs as it did at first. */
  sharedHome: { home: Home; isAsAtFirst: () => boolean }
}

/** A journey in a browser against a server that may be away. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  sharedHome: [
    async ({}, provide) => {
      const directory = makeScratchDirectory('home')
      const environment = { PORT: String(await findFreePort()), DATA_DIR: directory }
      let state: 'as at first' | 'started otherwise' | 'stopped' = 'as at first'
      let server = await startServer(environment, { program: thisProgram })
      const stop = async () => {
        if (state !== 'stopped') await server.stop()
        state = 'stopped'
      }
      const start = async (options: Start = {}) => {
        const { environment: more, program = thisProgram } = options
        server = await startServer({ ...environment, ...more }, { program })
        state = Object.keys(options).length === 0 ? 'as at first' : 'started otherwise'
      }
      const freeze = () => process.kill(server.pid, 'SIGSTOP')
      const thaw = () => {
        if (state !== 'stopped') process.kill(server.pid, 'SIGCONT')
      }
      const home = { origin: server.origin, directory, stop, start, freeze, thaw }
      await provide({ home, isAsAtFirst: () => state === 'as at first' })
      await stop()
      await rm(directory, { recursive: true })
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  home: async ({ sharedHome: { home, isAsAtFirst } }, provide) => {
    await provide(home)
    home.thaw()
    if (isAsAtFirst()) return
    await home.stop()
    await home.start()
  },
  baseURL: ({ home }, provide) => provide(home.origin),
  account: async ({ context }, provide) => provide(await signUp(context.request)),
  page: async ({ page }, provide) => {
    const uncaught: string[] = []
    page.on('pageerror', (error) => uncaught.push(String(error)))
    await provide(page)
    expect(uncaught, 'uncaught errors').toEqual([])
  },
})
