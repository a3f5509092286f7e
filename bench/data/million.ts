import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseLocation } from '#server/config/config.ts'
import { startPostgres } from '#tests/support/servers/postgres-server.ts'
import { calls } from '#contract/calls.ts'
import { startServer } from '#tests/support/server-process.ts'
import { siteClient } from '#tests/support/site-client.ts'
import { emailOf, ownerNear, password, sizeOf } from './owners.ts'

export const total = 1_000_000

/** A database of a million prompts, with the environment of a server that uses it. */
export type MillionDatabase = {
  environment: Record<string, string>
  location: DatabaseLocation
  /** PostgreSQL's main process. */
  pid?: number
  close: () => Promise<void>
}

/** The directory of the databases, which are reused, since filling one takes minutes. */
const directory = process.env['BENCH_DIR'] ?? join(tmpdir(), 'promptshelf-bench')

export async function openMillion(kind: 'SQLite' | 'PostgreSQL'): Promise<MillionDatabase> {
  const place = join(directory, kind.toLowerCase())
  mkdirSync(place, { recursive: true })
  if (kind === 'SQLite') {
    const environment = { DATA_DIR: place }
    fill(place, environment)
    const location = { kind: 'sqlite', file: join(place, 'promptshelf.sqlite') } as const
    return { environment, location, close: async () => {} }
  }
  const postgres = await startPostgres({ directory: place, settings: { shared_buffers: '1GB' } })
  const environment = { DATABASE_URL: postgres.url }
  fill(place, environment)
  return {
    environment,
    location: { kind: 'postgres', url: postgres.url },
    pid: postgres.pid,
    close: postgres.stop,
  }
}

/** Fills the database unless an earlier run has completed that. */
function fill(place: string, environment: Record<string, string>): void {
  const mark = join(place, `${total}-prompts`)
  if (existsSync(mark)) return
  rmSync(join(place, 'promptshelf.sqlite'), { force: true })
  const seed = join(import.meta.dirname, 'seed.ts')
  const env = { ...process.env, ...environment }
  execFileSync(process.execPath, [seed, '--prompts', String(total)], { env, stdio: 'ignore' })
  writeFileSync(mark, '')
}

export type Owner = { index: number; size: number; cookie: string }

/** Starts a server on one of these databases. */
export async function serveMillion({ environment }: MillionDatabase) {
  const server = await startServer({ LOG_LEVEL: 'info', ...environment }, { hasPromptLimit: false })
  return {
    ...server,
    /** Logs in the owner of the library closest to a size. */
    async signIn(size: number): Promise<Owner> {
      const index = ownerNear(size, total)
      const { call, cookie } = siteClient(server.origin)
      await call(calls.login, { email: emailOf(index), password })
      return { index, size: sizeOf(index, total), cookie: cookie() }
    },
  }
}
