import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { calls } from '#contract/calls.ts'
import type { Client } from '#contract/core/client.ts'
import { startServer } from '#tests/support/server-process.ts'
import { siteClient } from '#tests/support/site-client.ts'

export type Library = {
  url: string
  /** Of the process that serves. */
  pid: number
  cookie: string
  /** Makes a call as the library's owner. */
  call: Client
  close: () => Promise<void>
}

/** A server with a new database, and a user who is signed in and has no prompt limit. */
export async function openLibrary(environment: Record<string, string> = {}): Promise<Library> {
  // On disk, with a line in the log per request, as in production.
  const directory = await mkdtemp(join(tmpdir(), 'promptshelf-bench-'))
  const server = await startServer(
    { DATA_DIR: directory, LOG_LEVEL: 'info', ...environment },
    { hasPromptLimit: false },
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

/** The real prompts of the fixtures. */
export async function realPrompts(): Promise<{ name: string; prompt: string }[]> {
  const file = join(import.meta.dirname, '../tests/fixtures/prompts.csv')
  const rows: { act: string; prompt: string }[] = parse(await readFile(file), { columns: true })
  return rows.map(({ act, prompt }) => ({ name: act, prompt }))
}

/** The value below which a share of the sorted figures lies. */
export function quantile(figures: number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
