import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { calls } from '#contract/calls.ts'
import type { Client } from '#contract/core/client.ts'
import { serverArguments } from '#scripts/serve.mjs'
import { startServer } from '#tests/support/server-process.ts'
import { siteClient } from '#tests/support/site-client.ts'

export type Library = {
  url: string
  /** The server's process. */
  pid: number
  cookie: string
  /** Makes a call as the library's owner. */
  call: Client
  close: () => Promise<void>
}

/**
 * Starts a server with a new database and a logged-in user without a prompt limit.
 *
 * @param checkout another release, installed and built
 */
export async function openLibrary(
  environment: Record<string, string> = {},
  checkout?: string,
): Promise<Library> {
  // On disk and with request logging, as in production.
  const directory = await mkdtemp(join(tmpdir(), 'promptshelf-bench-'))
  const server = await startServer(
    { DATA_DIR: directory, LOG_LEVEL: 'info', ...environment },
    { hasPromptLimit: false, ...(checkout !== undefined && { program: programOf(checkout) }) },
  )
  const { call, cookie } = siteClient(server.origin)
  const account = { email: 'bench@example.com', password: 'a bench of oak' }
  await call(calls.register, { ...account, cpassword: account.password })
  await call(calls.login, account)
  return {
    url: server.origin,
    pid: server.pid,
    cookie: cookie(),
    call,
    close: async () => {
      await server.stop()
      await rm(directory, { recursive: true })
    },
  }
}

/** Node's arguments for another checkout's server. */
function programOf(checkout: string): string[] {
  return [...serverArguments.slice(0, -1), join(checkout, 'server/main.ts')]
}

/** The real prompts of the fixtures. */
export async function realPrompts(): Promise<{ name: string; prompt: string }[]> {
  const file = join(import.meta.dirname, '../../tests/fixtures/prompts.csv')
  const rows: { act: string; prompt: string }[] = parse(await readFile(file), { columns: true })
  return rows.map(({ act, prompt }) => ({ name: act, prompt }))
}

/** A quantile of numbers. `share` is from 0 to 1. */
export function quantile(figures: number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
