import { chmodSync, copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { migrateDatabase } from '#server/db/migrations/migrate-database.ts'
import { migrations } from '#server/db/migrations/migrations.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { startAndFail } from '#tests/support/server-process.ts'

function makeDirectory(): string {
  const directory = makeScratchDirectory('refused')
  onTestFinished(() => {
    chmodSync(directory, 0o700)
    rmSync(directory, { recursive: true })
  })
  return directory
}

/** A whole database in a directory, as this run's tests have it. */
function putDatabase(directory: string): string {
  const file = join(directory, 'promptshelf.sqlite')
  copyFileSync(join(inject('sqliteDirectory'), 'template.sqlite'), file)
  return file
}

/** Every file below a directory, byte for byte. */
function contentsOf(directory: string): Map<string, string> {
  const entries = readdirSync(directory, { withFileTypes: true, recursive: true })
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path, readFileSync(path, 'base64')]),
  )
}

async function expectRefusal(
  environment: Record<string, string>,
  directory: string,
  line: RegExp,
): Promise<void> {
  const before = contentsOf(directory)
  const { code, complaint } = await startAndFail(environment)
  expect(complaint).toMatch(line)
  expect(complaint.split('\n')).toHaveLength(2)
  expect(code).toBe(1)
  expect(contentsOf(directory)).toEqual(before)
}

describe('A start that cannot succeed says why in one sentence, and leaves everything as it was', () => {
  test('where the directory cannot be written to', async () => {
    const directory = makeDirectory()
    chmodSync(directory, 0o555)
    const line = /^Promptshelf cannot start: \S+ cannot be written to by this user \(EACCES\)\.\n$/
    await expectRefusal({ DATA_DIR: directory }, directory, line)
    const notMade = /^Promptshelf cannot start: \S+ cannot be made by this user \(EACCES\)\.\n$/
    await expectRefusal({ DATA_DIR: join(directory, 'new') }, directory, notMade)
    await expectRefusal({ DATA_DIR: join(directory, 'new/and/deeper') }, directory, notMade)
  })

  test('where the directory can be made by nobody', async () => {
    const line = /^Promptshelf cannot start: \S+ cannot be made by this user \(E[A-Z]+\)\.\n$/
    for (const path of ['/proc/promptshelf/data', '/dev/null/data']) {
      await expectRefusal({ DATA_DIR: path }, makeDirectory(), line)
    }
  })

  test('where the database can only be read', async () => {
    const directory = makeDirectory()
    const file = putDatabase(directory)
    chmodSync(file, 0o444)
    chmodSync(directory, 0o777)
    const line = /promptshelf\.sqlite cannot be written to by this user \(EACCES\)\.\n$/
    await expectRefusal({ DATA_DIR: directory }, directory, line)
  })

  test('where DATA_DIR is a file', async () => {
    const directory = makeDirectory()
    chmodSync(directory, 0o777)
    const file = join(directory, 'file')
    writeFileSync(file, 'precious')
    const line = /file cannot be written to by this user \(\w+\)\.\n$/
    await expectRefusal({ DATA_DIR: file }, directory, line)
  })

  test.each<[string, (file: string) => void]>([
    ['is something else', (file) => writeFileSync(file, 'something else '.repeat(1000))],
    ['is cut off', (file) => writeFileSync(file, readFileSync(file).subarray(0, 40_000))],
    [
      'has lost its beginning',
      (file) => writeFileSync(file, readFileSync(file).fill(0x55, 100, 8192)),
    ],
  ])('where the database %s', async (_case, damage) => {
    const directory = makeDirectory()
    damage(putDatabase(directory))
    const line =
      /promptshelf\.sqlite is not a whole database \([^)]*\)\. Nothing was changed; .* npm run restore\.\n$/
    await expectRefusal({ DATA_DIR: directory }, directory, line)
  })

  test('where the database is of a newer version', async () => {
    const directory = makeDirectory()
    const file = putDatabase(directory)
    const newer = { ...migrations, '9999-later': { up: async () => {} } }
    await migrateDatabase({ kind: 'sqlite', file }, newer)
    const line = /The database was made by a newer version of Promptshelf \(.*9999-later\).*\n$/
    await expectRefusal({ DATA_DIR: directory }, directory, line)
  })

  test('where PostgreSQL is not there, or has no such database', async () => {
    const directory = makeDirectory()
    const away = 'postgres://nobody@127.0.0.1:1/nothing'
    await expectRefusal({ DATABASE_URL: away }, directory, /PostgreSQL cannot be reached: .*\n$/)
    const url = new URL('/nothing', inject('postgresUrls')[0]).href
    const line = /PostgreSQL does not let this server in: database "nothing" does not exist\.\n$/
    await expectRefusal({ DATABASE_URL: url }, directory, line)
  })
})
