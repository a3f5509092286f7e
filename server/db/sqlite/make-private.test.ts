import { chmodSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { writeBackup } from '#server/operate/backup/write-backup.ts'
import { migrateDatabase } from '#server/db/migrations/migrate-database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { restoreDatabase } from '#server/operate/backup/restore-database.ts'
import { makeDataDirectory } from '#server/db/unusable-database.ts'
import { buildTransport } from '#server/mail/build-transport.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

/** The contents of a directory, with their permissions. */
function modesIn(directory: string): Record<string, string> {
  const names = readdirSync(directory)
  return Object.fromEntries(names.map((name) => [name, modeOf(join(directory, name))]))
}

async function openForWriting(file: string) {
  const location = { kind: 'sqlite', file } as const
  await migrateDatabase(location)
  const db = openDatabase(location)
  onTestFinished(db.close)
  await db.main
    .insertInto('throttles')
    .values({ key: String(Math.random()), spent_until: 1 })
    .execute()
}

describe.each([0o000, 0o022, 0o077])('With the umask %o, other users cannot read', (umask) => {
  function scratch(): string {
    const directory = makeScratchDirectory('modes')
    const before = process.umask(umask)
    onTestFinished(() => {
      process.umask(before)
      rmSync(directory, { recursive: true })
    })
    return directory
  }

  test('the database', async () => {
    const directory = join(scratch(), 'new/data')
    const file = join(directory, 'promptshelf.sqlite')
    await makeDataDirectory(directory, file)
    await openForWriting(file)
    expect([modeOf(join(directory, '..')), modeOf(directory)]).toEqual(['700', '700'])
    expect(modesIn(directory)).toEqual({
      'promptshelf.sqlite': '600',
      'promptshelf.sqlite-shm': '600',
      'promptshelf.sqlite-wal': '600',
    })
    // As an older version left them.
    for (const name of readdirSync(directory)) chmodSync(join(directory, name), 0o644)
    await openForWriting(file)
    expect(new Set(Object.values(modesIn(directory)))).toEqual(new Set(['600']))
  })

  test('a backup, and a restored database', async () => {
    const directory = scratch()
    const file = join(directory, 'promptshelf.sqlite')
    const backup = join(directory, 'backup.sqlite')
    await migrateDatabase({ kind: 'sqlite', file })
    await writeBackup(file, backup, [])
    expect(modeOf(backup)).toBe('600')
    for (const path of [file, backup]) chmodSync(path, 0o644)
    const kept = (await restoreDatabase(backup, file)) ?? ''
    expect([modeOf(file), modeOf(kept)]).toEqual(['600', '600'])
    const elsewhere = join(directory, 'new/promptshelf.sqlite')
    await restoreDatabase(backup, elsewhere)
    expect([modeOf(join(directory, 'new')), modeOf(elsewhere)]).toEqual(['700', '600'])
  })

  test('a mail in the outbox', async () => {
    const directory = scratch()
    const config = readConfig({ DATA_DIR: directory })
    const send = buildTransport({ config, log: pino({ level: 'silent' }) })
    const texts = { subject: 'Hello', plain_text: 'Hello', html: '<p>Hello</p>' }
    const times = { created_at: 0, next_try_at: 0, tries: 1 }
    const mail = {
      id: 'mail',
      owner_no: 1,
      recipient: 'a@example.com',
      ...texts,
      ...times,
    }
    await send(mail, new AbortController().signal)
    expect(modesIn(directory)).toEqual({ outbox: '700' })
    expect(modesIn(join(directory, 'outbox'))).toEqual({ '1-mail.eml': '600' })
  })
})

test('An existing directory keeps its permissions', async () => {
  const directory = makeScratchDirectory('modes')
  onTestFinished(() => rmSync(directory, { recursive: true }))
  chmodSync(directory, 0o755)
  await makeDataDirectory(directory, join(directory, 'promptshelf.sqlite'))
  expect(modeOf(directory)).toBe('755')
})
