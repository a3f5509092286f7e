import { rm } from 'node:fs/promises'
import { expect, test as base } from '@playwright/test'
import { serverArguments } from '#scripts/serve.mjs'
import { findFreePort, startServer } from '#tests/support/server-process.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { signUp, type Account } from './call-api.ts'

export { expect }

type Start = {
  /** Further settings of the server, as in `.env.example`. */
  environment?: Record<string, string>
  /** Node's arguments, for the server of another build. */
  program?: string[]
}

type Fixtures = {
  /** A server that restarts at the same address with the same data. */
  home: {
    origin: string
    directory: string
    stop: () => Promise<void>
    start: (options?: Start) => Promise<void>
    /** Accepts connections, but answers nothing until `thaw`. */
    freeze: () => void
    thaw: () => void
  }
  account: Account
}

/** A journey in a browser against its own server, which may be away. */
export const test = base.extend<Fixtures>({
  home: async ({}, provide) => {
    const directory = makeScratchDirectory('home')
    const environment = { PORT: String(await findFreePort()), DATA_DIR: directory }
    let server = await startServer(environment)
    let isUp = true
    const stop = async () => {
      if (isUp) await server.stop()
      isUp = false
    }
    const start = async ({ environment: more = {}, program = serverArguments }: Start = {}) => {
      server = await startServer({ ...environment, ...more }, { program })
      isUp = true
    }
    const freeze = () => process.kill(server.pid, 'SIGSTOP')
    const thaw = () => process.kill(server.pid, 'SIGCONT')
    await provide({ origin: server.origin, directory, stop, start, freeze, thaw })
    if (isUp) thaw()
    await stop()
    await rm(directory, { recursive: true })
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
