import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { migrateDatabase } from '#server/db/migrations/migrate-database.ts'
import { makeChance } from '#tests/support/chance.ts'
import { databases, type DatabaseKind } from '#tests/support/databases.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { startAndFail, startServer } from '#tests/support/server-process.ts'
import { checkLibrary } from './support/check-library.ts'
import { checkRows } from './support/check-rows.ts'
import { report, times } from './support/fault-length.ts'
import { libraryWriter } from './support/library-writer.ts'
import { nextMigrations } from './support/next-release.ts'
import { siteUser } from '#tests/support/clients/site-user.ts'

const node = join(import.meta.dirname, '../../node_modules/.bin/node')
const script = join(import.meta.dirname, 'support/migrate-and-die.ts')

function kindOf(name: string): DatabaseKind {
  const kind = databases.find((one) => one.name === name)
  if (kind === undefined) throw new Error(`There is no ${name}.`)
  return kind
}

function dataDirectory(): string {
  const directory = makeScratchDirectory('migrating')
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}

/** An empty database, as the configuration of a server and of a script. */
async function makeEmpty({ make }: DatabaseKind) {
  const { location, drop } = await make('empty')
  onTestFinished(drop)
  return location.kind === 'sqlite'
    ? { location, address: location.file }
    : { location, address: location.url }
}

/** Migrates in a process that is killed before its n-th statement. Returns the number of statements if it was not. */
async function migrateAndDie(address: string, statement: number): Promise<number | undefined> {
  const child = spawn(node, [script, address, String(statement)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = text(child.stdout)
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (signal === 'SIGKILL') return undefined
  expect(code).toBe(0)
  return Number(await output)
}

describe.each(databases)('Migrating on $name', (database) => {
  test('can be interrupted before any statement, and is completed by the next start', async () => {
    const whole = await makeEmpty(database)
    const statements = (await migrateAndDie(whole.address, -1)) ?? 0
    expect(statements).toBeGreaterThan(20)
    const chance = makeChance(5)
    const points = times(3, 20)
    for (let point = 0; point < points; point++) {
      const { location, address } = await makeEmpty(database)
      expect(await migrateAndDie(address, chance(statements))).toBeUndefined()
      await migrateDatabase(location, nextMigrations)
      await checkRows(location)
    }
    report(`${database.name}: ${points} migrations killed before one of ${statements} statements`)
  })
})

test.each(['SQLite', 'PostgreSQL'])(
  'Two servers start concurrently on a new database on %s',
  async (name) => {
    const where =
      name === 'SQLite'
        ? { DATA_DIR: dataDirectory() }
        : { DATABASE_URL: (await makeEmpty(kindOf(name))).address }
    const [first, second] = await Promise.all([startServer(where), startServer(where)])
    const ada = siteUser(first.origin, 'ada@example.com')
    await ada.signUp()
    const same = siteUser(second.origin, 'ada@example.com')
    await same.signIn()
    await ada.ask(calls.createFolder, { name: 'Seen by both', color: 'f1f5f9' })
    expect((await same.ask(calls.listFolders, {})).folders).toHaveLength(1)
    expect(await Promise.all([first.stop(), second.stop()])).toEqual([0, 0])
  },
)

test('A running version survives the migration to the next one on PostgreSQL, but cannot be restarted', async () => {
  const { location, address } = await makeEmpty(kindOf('PostgreSQL'))
  const server = await startServer({ DATABASE_URL: address }, { hasPromptLimit: false })
  const user = siteUser(server.origin, 'ada@example.com')
  await user.signUp()
  const chance = makeChance(3)
  const writers = ['first', 'second', 'third'].map((name) => libraryWriter(user, name, chance))
  const acknowledged = () => writers.reduce((sum, writer) => sum + writer.acknowledged(), 0)
  const writing = { goesOn: true }
  const writes = writers.map((writer) => writer.write(() => !writing.goesOn))
  await expect.poll(acknowledged).toBeGreaterThan(30)
  await migrateDatabase(location, nextMigrations)
  const before = acknowledged()
  await expect.poll(acknowledged).toBeGreaterThan(before + 30)
  writing.goesOn = false
  expect((await Promise.all(writes)).flat()).toEqual([])
  await checkLibrary(user, writers)
  // If a busy machine does not connect in time, background work retries later.
  const isFault = (line: string) => line !== '' && !line.includes('exceeded when trying to connect')
  expect(server.takeLog().split('\n').filter(isFault)).toEqual([])

  const { code, complaint } = await startAndFail({ DATABASE_URL: address })
  expect(code).toBe(1)
  expect(complaint).toMatch(
    /created by a newer version of Promptshelf \(it has the migration 9999-next\)/,
  )
  expect(await server.stop()).toBe(0)
})
