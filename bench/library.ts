import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { startServer } from '#tests/support/server-process.ts'

export type Library = {
  url: string
  /** Of the process that serves. */
  pid: number
  cookie: string
  /** Makes a call of the API as the library's owner. */
  post: (path: string, input: object) => Promise<{ id: string }>
  close: () => Promise<void>
}

/** A server of its own on a fresh database, and somebody signed in to it whose plan has no limit. */
export async function openLibrary(environment: Record<string, string> = {}): Promise<Library> {
  // On a disk, and with each request logged, as in use.
  const directory = await mkdtemp(join(tmpdir(), 'promptshelf-bench-'))
  const server = await startServer(
    { DATA_DIR: directory, LOG_LEVEL: 'info', ...environment },
    { hasPromptLimit: false },
  )
  let cookie = ''
  const post: Library['post'] = async (path, input) => {
    const response = await fetch(`${server.origin}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(input),
    })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return (await response.json()) as { id: string }
  }
  const account = { email: 'bench@example.com', password: 'a bench of oak' }
  await post('register', { ...account, cpassword: account.password })
  await post('login', account)
  return {
    url: server.origin,
    pid: server.pid,
    cookie,
    post,
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
