import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { nameBackup } from '#server/operate/backup/backup-files.rules.ts'
import { deleteOldCopies, keepCopy } from '#server/operate/backup/keep-copy.ts'
import { restoreDatabase } from '#server/operate/backup/restore-database.ts'
import { readLastBackup } from '#server/operate/backup/start-backups.ts'
import { writeBackup } from '#server/operate/backup/write-backup.ts'
import { migrateDatabase } from '#server/db/migrations/migrate-database.ts'
import { run as runAdmin } from '#tests/support/clients/admin.ts'
import { serveFile } from '#tests/support/library-test.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { findFreePort, startAndFail, startServer } from '#tests/support/server-process.ts'
import { siteClient } from '#tests/support/site-client.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const root = join(import.meta.dirname, '../../..')
const node = join(root, 'node_modules/.bin/node')
const password = 'correct horse'
const aPlainBackup: unknown = expect.stringMatching(/^promptshelf-\w+Z\.sqlite$/)
const dayMs = 24 * 60 * 60_000

function scratch(): string {
  const directory = makeScratchDirectory('backups')
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

async function makeKey() {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** The names of its tables and indexes. */
function namesIn(file: string): unknown[] {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return db.prepare('select name from sqlite_master').all()
  } finally {
    db.close()
  }
}

/** Runs the script of `npm run backup` and `npm run restore`; `input` is its stdin. */
async function run(args: string[], env: NodeJS.ProcessEnv, input?: Buffer) {
  const child = execFile(node, [join(root, 'scripts/backup.ts'), ...args], {
    cwd: root,
    env,
    encoding: 'buffer',
    maxBuffer: 64 * 1024 * 1024,
  })
  const output: Buffer[] = []
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stdin?.end(input)
  const [code] = (await once(child, 'close')) as [number]
  return { code, output: Buffer.concat(output), said }
}

describe('Backups by the server', () => {
  test('are made every BACKUP_EVERY for age, tested, and the newest are kept, by a process that may not change its priority, too', async () => {
    const { identity, recipient } = await makeKey()
    const directory = scratch()
    const backups = join(directory, 'backups')
    mkdirSync(backups)
    const [older, old] = [
      'promptshelf-20260101T030000Z.sqlite',
      'promptshelf-20260102T030000Z.sqlite',
    ]
    for (const name of [older, old, 'notes.txt']) writeFileSync(join(backups, name), '')
    const environment = {
      DATA_DIR: directory,
      BACKUP_EVERY: '1h',
      BACKUP_KEEP: '2',
      BACKUP_RECIPIENTS: recipient,
    }
    const server = await startServer(environment, { isNiced: true })
    onTestFinished(async () => void (await server.stop()))
    await waitFor(() => expect(readdirSync(backups)).not.toContain(older))
    const kept = readdirSync(backups).toSorted()
    expect(kept).toEqual(['notes.txt', old, expect.stringMatching(/Z\.sqlite\.age$/), 'restored'])
    const name = kept[2] ?? ''
    const { backedUpAt, restoredAt = 0 } = readLastBackup(backups)
    expect(nameBackup(new Date(backedUpAt ?? 0), true)).toBe(name)
    expect(restoredAt).toBeGreaterThanOrEqual(backedUpAt ?? 0)
    const decrypter = new Decrypter()
    decrypter.addIdentity(identity)
    const plain = await decrypter.decrypt(readFileSync(join(backups, name)))
    const file = join(scratch(), 'plain.sqlite')
    writeFileSync(file, plain)
    expect(namesIn(file)).toContainEqual({ name: 'prompts' })
    expect(
      readdirSync(directory).filter((each) => /snapshot|restore-test|part/.test(each)),
    ).toEqual([])
    expect(server.takeLog()).toBe('')
  })

  test('that are interrupted by the end of the server leave nothing', async () => {
    const directory = scratch()
    const backups = join(directory, 'backups')
    const file = join(directory, 'promptshelf.sqlite')
    await migrateDatabase({ kind: 'sqlite', file })
    const db = new DatabaseSync(file)
    // Large enough that the backup takes longer than the server's shutdown.
    db.exec('create table ballast (bytes blob); insert into ballast values (zeroblob(200000000))')
    db.close()
    const server = await startServer({ DATA_DIR: directory, BACKUP_EVERY: '1h' })
    await waitFor(() => expect(readdirSync(backups)).not.toEqual([]))
    expect(await server.stop()).toBe(0)
    expect(readdirSync(directory).toSorted()).toEqual(['backups', 'promptshelf.sqlite'])
    expect(readdirSync(backups).filter((name) => name.endsWith('.part'))).toEqual([])
    expect(server.takeLog()).toBe('')
  })

  test('that were killed are removed after a day', () => {
    const file = join(scratch(), 'promptshelf.sqlite')
    const snapshots = [`${file}.snapshot-17`, `${file}.snapshot-17-journal`]
    for (const snapshot of snapshots) writeFileSync(snapshot, '')
    writeFileSync(file, '')
    deleteOldCopies(file, Date.now() + dayMs / 2)
    expect(readdirSync(dirname(file))).toHaveLength(3)
    deleteOldCopies(file, Date.now() + 2 * dayMs)
    expect(readdirSync(dirname(file))).toEqual(['promptshelf.sqlite'])
  })

  test('that fail are reported by the log, by check and by the metrics until one succeeds', async () => {
    const directory = scratch()
    const backups = join(directory, 'backups')
    writeFileSync(backups, '')
    const METRICS_PORT = String(await findFreePort())
    const environment = { DATA_DIR: directory, BACKUP_EVERY: '1d', METRICS_PORT }
    const reason = `BACKUP_DIR ${backups} cannot be written to (ENOTDIR): see docs/operate/backups.md.`
    const failedAt = async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()
      return Number(/^promptshelf_backup_failed_seconds (\d+)$/m.exec(metrics)?.[1])
    }
    const check = async () => {
      const { out } = await runAdmin('check --json', environment)
      const { checks } = JSON.parse(out) as { checks: { name: string; detail: string }[] }
      return checks.find(({ name }) => name === 'backups')
    }
    const began = Math.floor(Date.now() / 1000)
    const failing = await startServer(environment)
    onTestFinished(async () => void (await failing.stop()))
    await waitFor(() => expect(failing.takeLog()).toContain(`The backup failed: ${reason}`))
    expect((await fetch(`${failing.origin}/api/health`)).status).toBe(200)
    expect(await failedAt()).toBeGreaterThanOrEqual(began)
    expect(await check()).toMatchObject({
      state: 'failed',
      detail: expect.stringMatching(/^the last one, at .+, failed: .+ cannot be written to/),
    })
    await failing.stop()
    rmSync(backups)
    // A restart retries immediately.
    const server = await startServer(environment)
    onTestFinished(async () => void (await server.stop()))
    await waitFor(() => expect(readdirSync(backups)).toContainEqual(aPlainBackup))
    await waitFor(async () => expect(await failedAt()).toBe(0))
    expect(await check()).toMatchObject({ state: 'ok' })
  })

  test('that cannot be written report it in one line', async () => {
    const directory = scratch()
    await migrateDatabase({ kind: 'sqlite', file: join(directory, 'promptshelf.sqlite') })
    // A snapshot would exceed the file size limit.
    const env = { PATH: process.env['PATH'], DATA_DIR: directory }
    const args = ['-c', 'ulimit -f 8; exec "$@"', '-', node, join(root, 'scripts/backup.ts')]
    const child = execFile('sh', [...args, 'backup', '-'], { cwd: directory, env })
    let said = ''
    child.stderr?.on('data', (text: string) => (said += text))
    expect(await once(child, 'close')).toEqual([1, null])
    expect(said).toMatch(/^\S+snapshot-\d+ cannot be written \(.+\)\.\n$/)
    expect(readdirSync(directory).filter((name) => name.includes('snapshot'))).toEqual([])
  })

  test('are refused for a key that is not one of age', async () => {
    const key = `age1${'q'.repeat(58)}`
    const { complaint } = await startAndFail({ DATA_DIR: scratch(), BACKUP_RECIPIENTS: key })
    expect(complaint).toContain(`BACKUP_RECIPIENTS has ${key}, which is not an age public key.`)
  })
})

describe('A streamed backup', () => {
  test('is encrypted for age, and restored from the output of age', async () => {
    const { identity, recipient } = await makeKey()
    const directory = scratch()
    const database = join(directory, 'promptshelf.sqlite')
    await migrateDatabase({ kind: 'sqlite', file: database })
    const env = { PATH: process.env['PATH'], DATA_DIR: directory, BACKUP_RECIPIENTS: recipient }
    const backup = await run(['backup', '--stdout'], env)
    expect([backup.code, backup.said]).toEqual([0, ''])
    const file = join(scratch(), 'backup.sqlite.age')
    writeFileSync(file, backup.output)
    expect(await run(['restore', file], env)).toMatchObject({
      code: 1,
      said: `${file} is encrypted: age --decrypt -i KEY_FILE ${file} | npm run restore -- -\n`,
    })
    const decrypter = new Decrypter()
    decrypter.addIdentity(identity)
    const plain = Buffer.from(await decrypter.decrypt(new Uint8Array(backup.output)))
    rmSync(database)
    expect(await run(['restore', '-'], env, plain)).toMatchObject({ code: 0 })
    const elsewhere = { ...env, DATA_DIR: join(directory, 'of', 'another', 'machine') }
    expect(await run(['restore', '-'], elsewhere, plain)).toMatchObject({ code: 0 })
    rmSync(join(directory, 'of'), { recursive: true })
    expect(readdirSync(directory)).toEqual(['promptshelf.sqlite'])
    expect(namesIn(database)).toContainEqual({ name: 'prompts' })
    expect(await run(['restore', '-'], env, plain.subarray(0, 40_000))).toMatchObject({ code: 1 })
    // The file that age leaves with a wrong key.
    expect(await run(['restore', '-'], env, Buffer.alloc(0))).toMatchObject({
      code: 1,
      said: 'Nothing was received: was the file decrypted with the right key? Nothing was changed.\n',
    })
    const copied = await run(['backup', 'copy.sqlite'], { ...env, BACKUP_RECIPIENTS: '' })
    onTestFinished(() => rmSync(join(root, 'copy.sqlite'), { force: true }))
    expect(copied.output.toString()).toMatch(
      /^Backed up to \/.+\/copy\.sqlite \([\d,]+ bytes, checked, not encrypted: BACKUP_RECIPIENTS is not set\)\.\n$/,
    )
  })
})

describe('Restoring an older backup', () => {
  test('restores neither deleted or blocked accounts nor ended sessions', async () => {
    const directory = scratch()
    const backup = join(scratch(), 'backup.sqlite')
    const file = join(directory, 'promptshelf.sqlite')
    await migrateDatabase({ kind: 'sqlite', file })
    const server = await serveFile(file, { port: await findFreePort() })
    const signUp = async (email: string) => {
      const client = siteClient(server.origin)
      await client.call(calls.register, { email, password, cpassword: password })
      await client.call(calls.login, { email, password })
      return client
    }
    const [ada, bob, eve] = [
      await signUp('ada@example.com'),
      await signUp('bob@example.com'),
      await signUp('eve@example.com'),
    ]
    const phone = siteClient(server.origin)
    await phone.call(calls.login, { email: 'bob@example.com', password })
    await writeBackup(file, backup, [])
    const sessions = [ada, bob, eve, phone].map(({ cookie }) => cookie())
    await ada.call(calls.deleteAccount, {})
    await phone.call(calls.logout, {})
    await server.stop()
    const database = new DatabaseSync(file)
    database.exec("update users set blocked_at = 1 where email = 'eve@example.com'")
    database.close()

    await restoreDatabase(backup, file)
    const restored = await startServer({ DATA_DIR: directory })
    onTestFinished(async () => void (await restored.stop()))
    const profile = `${restored.origin}/api/profile`
    const answers = sessions.map((cookie) => fetch(profile, { headers: { cookie } }))
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses).toEqual([401, 200, 401, 401])
    const login = { email: 'ada@example.com', password }
    await waitFor(() =>
      expect(siteClient(restored.origin).call(calls.login, login)).rejects.toThrow('400'),
    )
  })
})

test('Restoring an older backup restores no app that has ended, and no token that was used since', async () => {
  const file = join(scratch(), 'promptshelf.sqlite')
  const backup = join(scratch(), 'backup.sqlite')
  await migrateDatabase({ kind: 'sqlite', file })
  const change = (statements: string) => {
    const database = new DatabaseSync(file)
    database.exec(statements)
    database.close()
  }
  const user = `insert into users (owner_no, id, email, email_key, created_at)
    values (1, 'ada', 'ada', 'ada', 0);`
  const app = (
    id: string,
  ) => `insert into apps (owner_no, id, client_id, scopes, created_at, expires_at)
    values (1, '${id}', 'client', '', 0, 9e15);`
  const token = (id: string, appId: string) => `insert into oauth_objects
    (kind, id_hash, app_id, payload, expires_at) values ('RefreshToken', '${id}', '${appId}', '', 9e15);`
  change(user + app('kept') + app('ended') + token('old', 'kept') + token('its', 'ended'))
  await writeBackup(file, backup, [])
  change(`delete from oauth_objects; delete from apps where id = 'ended'; ${token('new', 'kept')}
    ${app('later')} ${token('late', 'later')}`)
  await restoreDatabase(backup, file)
  const restored = new DatabaseSync(file)
  const list = (table: string, column: string) =>
    restored.prepare(`select ${column} as id from ${table}`).all()
  expect(list('apps', 'id')).toEqual([{ id: 'kept' }])
  expect(list('oauth_objects', 'id_hash')).toEqual([{ id: 'new' }])
  restored.close()
})

describe('Before an upgrade, the embedded database', () => {
  test('is copied, and the copy kept for 30 days', async () => {
    const directory = scratch()
    const file = join(directory, 'promptshelf.sqlite')
    const preload = new URL('../../../tests/faults/support/be-next-release.ts', import.meta.url)
    const next = { DATA_DIR: directory, NODE_OPTIONS: `--import=${preload.href}` }
    await migrateDatabase({ kind: 'sqlite', file })
    await (await startServer(next)).stop()
    const copies = () => readdirSync(directory).filter((name) => name.includes('.before-'))
    const [copy = ''] = copies()
    expect(copies()).toEqual([expect.stringMatching(/^promptshelf\.sqlite\.before-9999-next-/)])
    expect(namesIn(file)).toContainEqual({ name: 'by_review' })
    expect(namesIn(join(directory, copy))).not.toContainEqual({ name: 'by_review' })
    await (await startServer(next)).stop()
    deleteOldCopies(file, Date.now() + 29 * dayMs)
    expect(copies()).toEqual([copy])
    deleteOldCopies(file, Date.now() + 31 * dayMs)
    expect(copies()).toEqual([])
  })

  test('is unchanged, and the start refused, if there is no room for a copy', async () => {
    const file = join(scratch(), 'promptshelf.sqlite')
    await migrateDatabase({ kind: 'sqlite', file })
    const upgrade = 'missing/0009-later'
    expect(() => keepCopy(file, upgrade, () => {})).toThrow(/cannot be copied before the upgrade/)
  })
})
