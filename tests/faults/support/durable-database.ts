import { rmSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import type { DatabaseLocation } from '#server/config/config.ts'
import { databases } from '#tests/support/databases.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

/** An empty database on disk, and the environment of a server that uses it. The test removes it at its end. */
export async function makeDurableDatabase(
  name: string,
): Promise<{ location: DatabaseLocation; environment: Record<string, string> }> {
  if (name === 'SQLite') {
    const directory = makeScratchDirectory('durable')
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const file = `${directory}/promptshelf.sqlite`
    return { location: { kind: 'sqlite', file }, environment: { DATA_DIR: directory } }
  }
  const made = await databases.find((kind) => kind.name === name)?.make('empty')
  if (made?.location.kind !== 'postgres') throw new Error('There is no PostgreSQL.')
  onTestFinished(made.drop)
  return { location: made.location, environment: { DATABASE_URL: made.location.url } }
}
