import { chmodSync, copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { ConfigError, readConfig } from '#server/config/config.ts'
import { migrateDatabase } from '#server/db/migrations/migrate-database.ts'
import { migrations } from '#server/db/migrations/migrations.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { UnusableDatabaseError } from '#server/db/unusable-database.ts'
import { makeServices } from '#server/make-services.ts'
import { databases } from '#tests/support/databases.ts'
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

/** A directory with a migrated database. */
function putDatabase(directory: string): string {
  const file = join(directory, 'promptshelf.sqlite')
  copyFileSync(join(inject('sqliteDirectory'), 'template.sqlite'), file)
  return file
}

/** The contents of every file in a directory. */
function contentsOf(directory: string): Map<string, string> {
  const entries = readdirSync(directory, { withFileTypes: true, recursive: true })
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path, readFileSync(path, 'base64')]),
  )
}

/** Runs a task that must not change a directory. */
async function unchanged<Result>(directory: string, task: () => Promise<Result>): Promise<Result> {
  const before = contentsOf(directory)
  const result = await task()
  expect(contentsOf(directory)).toEqual(before)
  return result
}

/** Runs a start as a process, without the permissions of root. */
async function expectRefusal(
  environment: Record<string, string>,
  directory: string,
  line: RegExp,
): Promise<void> {
  const { code, complaint } = await unchanged(directory, () => startAndFail(environment))
  expect(complaint).toMatch(line)
  expect(complaint.split('\n')).toHaveLength(2)
  expect(code).toBe(1)
}

/** Does the same in this process, in a tenth of the time. `main.ts` prints the messages of these errors only. */
async function expectError(
  environment: Record<string, string>,
  directory: string,
  line: RegExp,
): Promise<void> {
  const error = await unchanged(directory, () =>
    makeServices(readConfig(environment)).catch((error: unknown) => error),
  )
  expect(error).toSatisfy((it) => it instanceof UnusableDatabaseError || it instanceof ConfigError)
  expect((error as Error).message).toMatch(line)
}

describe('A failing start explains why in one line and changes nothing', () => {
  test('if the directory is not writable', async () => {
    const directory = makeDirectory()
    chmodSync(directory, 0o555)
    const line = /^Promptshelf cannot start: \S+ cannot be written to by this user \(EACCES\)\.\n$/
    await expectRefusal({ DATA_DIR: directory }, directory, line)
    const notMade = /^Promptshelf cannot start: \S+ cannot be made by this user \(EACCES\)\.\n$/
    await expectRefusal({ DATA_DIR: join(directory, 'new') }, directory, notMade)
    await expectRefusal({ DATA_DIR: join(directory, 'new/and/deeper') }, directory, notMade)
  })

  test('if the directory cannot be created', async () => {
    const line = /^Promptshelf cannot start: \S+ cannot be made by this user \(E[A-Z]+\)\.\n$/
    await expectRefusal({ DATA_DIR: '/proc/promptshelf/data' }, makeDirectory(), line)
    const notOne = /^DATA_DIR \/dev\/null\/data is not a directory\.$/
    await expectError({ DATA_DIR: '/dev/null/data' }, makeDirectory(), notOne)
  })

  test('if the database is read-only', async () => {
    const directory = makeDirectory()
    const file = putDatabase(directory)
    chmodSync(file, 0o444)
    chmodSync(directory, 0o777)
    const line = /promptshelf\.sqlite cannot be written to by this user \(EACCES\)\.\n$/
    await expectRefusal({ DATA_DIR: directory }, directory, line)
  })

  test('if DATA_DIR is a file', async () => {
    const directory = makeDirectory()
    chmodSync(directory, 0o777)
    const file = join(directory, 'file')
    writeFileSync(file, 'precious')
    const line = /DATA_DIR \S+file is not a directory\.$/
    await expectError({ DATA_DIR: file }, directory, line)
  })

  test.each<[string, (file: string) => void]>([
    ['is not a database', (file) => writeFileSync(file, 'something else '.repeat(1000))],
    ['is truncated', (file) => writeFileSync(file, readFileSync(file).subarray(0, 40_000))],
    [
      'has a damaged header',
      (file) => writeFileSync(file, readFileSync(file).fill(0x55, 100, 8192)),
    ],
  ])('if the database %s', async (_case, damage) => {
    const directory = makeDirectory()
    damage(putDatabase(directory))
    const line =
      /promptshelf\.sqlite is not an intact database \([^)]*\)\. Nothing was changed; .* npm run restore -- FILE\.$/
    await expectError({ DATA_DIR: directory }, directory, line)
  })

  test('if the database is of a newer version', async () => {
    const directory = makeDirectory()
    const file = putDatabase(directory)
    const newer = { ...migrations, '9999-later': { up: async () => {} } }
    await migrateDatabase({ kind: 'sqlite', file }, newer)
    const line = /The database was created by a newer version of Promptshelf \(.*9999-later\).*$/
    await expectError({ DATA_DIR: directory }, directory, line)
  })

  test.each(databases)('if the database on $name is older than the baseline', async ({ make }) => {
    const directory = makeDirectory()
    const { location, drop } = await make('empty')
    onTestFinished(drop)
    const file = join(directory, 'promptshelf.sqlite')
    const [place, environment] =
      location.kind === 'sqlite'
        ? [{ kind: 'sqlite' as const, file }, { DATA_DIR: directory }]
        : [location, { DATABASE_URL: location.url }]
    const readAll = async (...statements: string[]) => {
      const { main: db, close } = openDatabase(place)
      for (const statement of statements) await sql.raw(statement).execute(db)
      const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
      const { rows } = await sql`select name, body from kysely_migration, prompts`.execute(db)
      await close()
      return { tables, rows }
    }
    const before = await readAll(
      'create table kysely_migration (name varchar(255) primary key, timestamp varchar(255))',
      `insert into kysely_migration (name) values ('0001-library'), ('0002-accounts')`,
      'create table prompts (body text)',
      `insert into prompts (body) values ('precious')`,
    )
    const line =
      /^The database was created by a version of Promptshelf before 0\.2\.0, .* Nothing was changed; please export .* empty data directory or database, and import them\.$/
    await expectError(environment, directory, line)
    expect(await readAll()).toEqual(before)
  })

  test('if PostgreSQL is unreachable, or has no such database', async () => {
    const directory = makeDirectory()
    const away = 'postgres://nobody@127.0.0.1:1/nothing'
    await expectError({ DATABASE_URL: away }, directory, /PostgreSQL cannot be reached: .*$/)
    const url = new URL('/nothing', inject('postgresUrls')[0]).href
    const line = /PostgreSQL denies this server access: database "nothing" does not exist\.$/
    await expectError({ DATABASE_URL: url }, directory, line)
  })
})
