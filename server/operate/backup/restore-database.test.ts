import { execFile } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { checkCopy } from '#tests/faults/support/check-library.ts'
import { writeBackup } from '#server/operate/backup/write-backup.ts'
import { migrateDatabase } from '#server/db/migrations/migrate-database.ts'
import { restoreDatabase } from '#server/operate/backup/restore-database.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { program } from '#tests/support/clients/command-line.ts'
import { LibraryCopy } from '#tests/support/clients/library-copy.ts'
import { siteUser } from '#tests/support/clients/site-user.ts'
import { serveFile } from '#tests/support/library-test.ts'
import { findFreePort, startServer, writeUnlimitedPlans } from '#tests/support/server-process.ts'

const root = join(import.meta.dirname, '../../..')
const node = join(root, 'node_modules/.bin/node')
const password = 'correct horse battery'

function scratch(): string {
  const directory = makeScratchDirectory('backup')
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}

/** Like `npm run backup` and `npm run restore`; returns the exit code and the output. */
async function run(action: 'backup' | 'restore', dataDir: string, file?: string) {
  const args = [join(root, 'scripts/backup.ts'), action, ...(file === undefined ? [] : [file])]
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir }
  try {
    const { stdout } = await promisify(execFile)(node, args, { cwd: dataDir, env })
    return { code: 0, said: stdout }
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string }
    return { code, said: stderr }
  }
}

async function makeDatabase(directory: string): Promise<string> {
  const file = join(directory, 'promptshelf.sqlite')
  await migrateDatabase({ kind: 'sqlite', file })
  return file
}

async function signIn({ origin }: { origin: string }): Promise<string> {
  const response = await fetch(`${origin}/api/login`, post({ email: 'ada@example.com', password }))
  return response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
}

function post(body: object, cookie = '') {
  const headers = { 'content-type': 'application/json', cookie }
  return { method: 'POST', headers, body: JSON.stringify(body) }
}

describe('A backup', () => {
  test('created under load contains every write acknowledged before it started', async () => {
    const [before, after] = [scratch(), scratch()]
    const backup = join(scratch(), 'backup.sqlite')
    const environment = { PLANS_FILE: await writeUnlimitedPlans(after) }
    const serve = async (directory: string) => {
      const file = join(directory, 'promptshelf.sqlite')
      return serveFile(file, { port: await findFreePort(), environment })
    }
    await makeDatabase(before)
    const server = await serve(before)
    const account = { email: 'ada@example.com', password, cpassword: password }
    await fetch(`${server.origin}/api/register`, post(account))
    const cookie = await signIn(server)

    const acknowledged: string[] = []
    const enough = Promise.withResolvers<void>()
    const writing = { goesOn: true }
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let count = 1; writing.goesOn; count++) {
        const name = `Prompt ${writer}-${count}`
        const prompt = { name, color: 'f1f5f9', prompt: 'word '.repeat(200), notes: null }
        const response = await fetch(`${server.origin}/api/prompts/create`, post(prompt, cookie))
        expect(response.status).toBe(200)
        acknowledged.push(name)
        if (acknowledged.length === 200) enough.resolve()
      }
    })
    await enough.promise
    const due = [...acknowledged]
    expect(await run('backup', before, backup)).toMatchObject({ code: 0 })
    writing.goesOn = false
    await Promise.all(writers)
    expect(acknowledged.length).toBeGreaterThan(due.length)
    await server.stop()

    expect(await run('restore', after, backup)).toMatchObject({ code: 0 })
    const restored = await serve(after)
    const headers = { cookie: await signIn(restored) }
    const list = await fetch(`${restored.origin}/api/prompts/list`, { headers })
    const { prompts } = (await list.json()) as { prompts: { name: string }[] }
    expect(prompts.map(({ name }) => name)).toEqual(expect.arrayContaining(due))
    const found = await fetch(`${restored.origin}/api/prompts/search?search=0-17`, { headers })
    expect(((await found.json()) as { prompts: unknown[] }).prompts.length).toBeGreaterThan(0)
    await restored.stop()
  })

  test('is refused without a database or a name, and over an existing file', async () => {
    const directory = scratch()
    const target = join(directory, 'backup.sqlite')
    const file = join(directory, 'promptshelf.sqlite')
    await expect(writeBackup(file, target, [])).rejects.toThrow('There is no database at')
    await makeDatabase(directory)
    writeFileSync(target, 'precious')
    await expect(writeBackup(file, target, [])).rejects.toThrow('already exists')
    expect(readFileSync(target, 'utf8')).toBe('precious')
    const { code, said } = await run('backup', directory)
    expect([code, said]).toEqual([1, 'Specify the file to back up to.\n'])
  })
})

describe('Restoring', () => {
  test('makes copies of a library equal to the restored one', async () => {
    const [file, backup] = [join(scratch(), 'promptshelf.sqlite'), join(scratch(), 'backup.sqlite')]
    const port = await findFreePort()
    await migrateDatabase({ kind: 'sqlite', file })
    const begun = await serveFile(file, { port })
    const ada = siteUser(`http://127.0.0.1:${port}`, 'ada@example.com')
    await ada.signUp()
    const copy = new LibraryCopy(ada.ask)
    const color = 'f1f5f9'
    const texts = { color, prompt: 'x' }
    const { id: promptId } = await ada.ask(calls.createPrompt, { ...texts, name: 'Before' })
    const { id: removed } = await ada.ask(calls.createPrompt, { ...texts, name: 'Restored' })
    await writeBackup(file, backup, [])
    await ada.ask(calls.updatePrompt, { ...texts, promptId, name: 'After' })
    await ada.ask(calls.deletePrompt, { promptId: removed })
    await ada.ask(calls.createFolder, { color, name: 'After' })
    await checkCopy(ada, copy)
    await begun.stop()
    await restoreDatabase(backup, file)
    const restored = await serveFile(file, { port })
    await checkCopy(ada, copy)
    expect([...copy.prompts.values()].map(({ name }) => name).toSorted()).toEqual([
      'Before',
      'Restored',
    ])
    // As often as the backup is restored.
    await ada.ask(calls.updatePrompt, { ...texts, promptId, name: 'After' })
    await checkCopy(ada, copy)
    await restored.stop()
    await restoreDatabase(backup, file)
    const again = await serveFile(file, { port })
    await checkCopy(ada, copy)
    await again.stop()
  })

  test.each(['the previous database', 'no previous database'])(
    'deletes no file of a synced directory, with %s',
    async (kept) => {
      const [directory, files] = [scratch(), join(scratch(), 'files')]
      const file = join(directory, 'promptshelf.sqlite')
      const backup = join(scratch(), 'backup.sqlite')
      const port = await findFreePort()
      const origin = `http://127.0.0.1:${port}`
      await migrateDatabase({ kind: 'sqlite', file })
      const begun = await serveFile(file, { port })
      const ada = siteUser(origin, 'ada@example.com')
      await ada.signUp()
      const makeToken = async () => {
        const scopes = ['library:read' as const, 'library:write' as const]
        return (await ada.ask(calls.createToken, { name: 'Laptop', scopes })).token
      }
      const sync = async (token: string) => {
        const env = { PROMPTSHELF_URL: origin, PROMPTSHELF_TOKEN: token, HOME: directory }
        const args = [program, 'sync', files, '--json']
        const { stdout } = await promisify(execFile)(node, args, { env }).catch(
          (error: { stdout: string }) => error,
        )
        const { actions } = JSON.parse(stdout) as { actions: { what: string; path: string }[] }
        return actions.map(({ what, path }) => `${what} ${path}`).toSorted()
      }
      const token = await makeToken()
      const texts = { color: 'f1f5f9', prompt: 'x' }
      const { id: promptId } = await ada.ask(calls.createPrompt, { ...texts, name: 'Changed' })
      await ada.ask(calls.createPrompt, { ...texts, name: 'Same' })
      await writeBackup(file, backup, [])
      await ada.ask(calls.updatePrompt, { ...texts, promptId, name: 'Changed', prompt: 'later' })
      await ada.ask(calls.createPrompt, { ...texts, name: 'Later' })
      expect(await sync(token)).toHaveLength(3)
      await begun.stop()
      const hasPrevious = kept === 'the previous database'
      if (!hasPrevious) rmSync(file)
      await restoreDatabase(backup, file)
      const restored = await serveFile(file, { port })
      if (!hasPrevious) await ada.signIn()
      // As many changes as the directory has seen.
      for (const name of ['a', 'b', 'c', 'd']) await ada.ask(calls.createFolder, { ...texts, name })
      expect(await sync(hasPrevious ? token : await makeToken())).toEqual([
        'conflict Changed.md',
        'created-there Later.md',
      ])
      await restored.stop()
    },
  )

  test('keeps the previous database', async () => {
    const directory = scratch()
    const file = await makeDatabase(directory)
    const backup = join(scratch(), 'backup.sqlite')
    await writeBackup(file, backup, [])
    const former = new DatabaseSync(file)
    former.exec('create table later (x)')
    former.close()
    const kept = await restoreDatabase(backup, file)
    const has = (path: string) =>
      new DatabaseSync(path).prepare("select 1 from sqlite_master where name = 'later'").get()
    expect(has(file)).toBeUndefined()
    expect(has(kept ?? '')).toBeDefined()
  })

  test('is refused while a server runs, and changes nothing', async () => {
    const directory = scratch()
    const server = await startServer({ DATA_DIR: directory })
    const backup = join(scratch(), 'backup.sqlite')
    await writeBackup(join(directory, 'promptshelf.sqlite'), backup, [])
    expect(await run('restore', directory, backup)).toMatchObject({
      code: 1,
      said: expect.stringContaining('stop the server first') as string,
    })
    expect((await fetch(`${server.origin}/api/health`)).status).toBe(200)
    await server.stop()
  })

  test.each([
    ['is not there', () => {}, /There is no file/],
    ['is no database', (file: string) => writeFileSync(file, 'nonsense'), /not an intact database/],
    [
      'is cut off',
      (file: string, whole: string) => {
        writeFileSync(file, readFileSync(whole).subarray(0, 40_000))
      },
      /not an intact database/,
    ],
    [
      'is of another program',
      (file: string) => {
        const db = new DatabaseSync(file)
        db.exec('create table notes (x)')
        db.close()
      },
      /is not a database of Promptshelf/,
    ],
    [
      'is of a newer version',
      (file: string, whole: string) => {
        copyFileSync(whole, file)
        const db = new DatabaseSync(file)
        db.exec("insert into kysely_migration (name, timestamp) values ('9999-later', '')")
        db.close()
      },
      /a newer version of Promptshelf \(it has the migration 9999-later\)/,
    ],
  ])('a file that %s is refused, and changes nothing', async (_case, write, line) => {
    const directory = scratch()
    const database = await makeDatabase(directory)
    const whole = join(scratch(), 'whole.sqlite')
    await writeBackup(database, whole, [])
    const file = join(scratch(), 'bad.sqlite')
    write(file, whole)
    const former = readFileSync(database)
    await expect(restoreDatabase(file, database)).rejects.toThrow(line)
    expect(readdirSync(directory).filter((name) => /before|part/.test(name))).toEqual([])
    expect(readFileSync(database)).toEqual(former)
  })

  test.each(['sessions', 'tokens', 'apps', 'mailed_tokens', 'google_links'])(
    'leaves out %s that have ended since',
    async (table) => {
      const file = await makeDatabase(scratch())
      const backup = join(scratch(), 'backup.sqlite')
      insertRows(file, table, ['ended', 'kept'])
      await writeBackup(file, backup, [])
      const former = new DatabaseSync(file)
      former.exec(`delete from ${table} where ${keyOf(former, table)} = 'ended'`)
      former.close()
      await restoreDatabase(backup, file)
      const restored = new DatabaseSync(file)
      const key = keyOf(restored, table)
      expect(restored.prepare(`select ${key} as key from ${table}`).all()).toEqual([
        { key: 'kept' },
      ])
      restored.close()
    },
  )

  test('keeps prompts private that have since been made private, or shared by another link', async () => {
    const [file, backup] = [join(scratch(), 'promptshelf.sqlite'), join(scratch(), 'backup.sqlite')]
    const port = await findFreePort()
    await migrateDatabase({ kind: 'sqlite', file })
    const begun = await serveFile(file, { port })
    const ada = siteUser(`http://127.0.0.1:${port}`, 'ada@example.com')
    await ada.signUp()
    let shares = 0
    const share = async (promptId: string) => {
      const shareKey = String(++shares).repeat(22)
      await ada.ask(calls.togglePromptPublic, { promptId, shareKey })
      return { promptId, shareKey }
    }
    const create = async (name: string) =>
      (await ada.ask(calls.createPrompt, { name, color: 'f1f5f9', prompt: name })).id
    const kept = await share(await create('Kept'))
    const ended = await share(await create('Ended'))
    const replaced = await share(await create('Replaced'))
    await writeBackup(file, backup, [])
    await ada.ask(calls.togglePromptPublic, { promptId: ended.promptId })
    await ada.ask(calls.togglePromptPublic, { promptId: replaced.promptId })
    await share(replaced.promptId)
    await begun.stop()

    await restoreDatabase(backup, file)
    const restored = await serveFile(file, { port })
    const open = async (shared: typeof kept) =>
      (await ada.call(calls.getSharedPrompt, shared)).status
    expect([await open(kept), await open(ended), await open(replaced)]).toEqual([200, 404, 404])
    await restored.stop()
  })
})

/** Inserts a row for each key, with any value in its other columns. */
function insertRows(file: string, table: string, keys: readonly string[]) {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  const needed = db
    .prepare('select name, type from pragma_table_info(?) where "notnull" = 1 or pk > 0')
    .all(table)
  for (const key of keys) {
    const values = needed.map(({ name, type }) =>
      name === keyOf(db, table) ? key : String(type).toLowerCase() === 'text' ? key : 1,
    )
    const names = needed.map(({ name }) => name).join(', ')
    db.prepare(`insert into ${table} (${names}) values (${values.map(() => '?').join(', ')})`).run(
      ...values,
    )
  }
  db.close()
}

function keyOf(db: DatabaseSync, table: string): string {
  const columns = db.prepare('select name from pragma_table_info(?)').all(table)
  return columns.some(({ name }) => name === 'token_hash') ? 'token_hash' : 'id'
}
