import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { makeCheckout } from '#tests/support/make-checkout.ts'
import { openGuide } from '#tests/support/open-guide.ts'
import { postgresAccount, startPostgres } from '#tests/support/servers/postgres-server.ts'
import { readBlocks } from '#tests/support/read-blocks.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { startServer } from '#tests/support/server-process.ts'
import { siteClient, type SiteClient } from '#tests/support/site-client.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const account = { email: 'ada@example.com', password: 'a quiet library' }

/** Starts a server, uses it and stops it. */
async function use<Answer>(
  environment: Record<string, string>,
  act: (site: SiteClient) => Promise<Answer>,
): Promise<Answer> {
  const server = await startServer(environment)
  try {
    return await act(siteClient(server.origin))
  } finally {
    expect(await server.stop()).toBe(0)
  }
}

/** Registers, or logs in if the account already exists, and saves a prompt. */
async function save({ call }: SiteClient, name: string): Promise<void> {
  await call(calls.register, { ...account, cpassword: account.password }).catch(() => {})
  await call(calls.login, account)
  await call(calls.createPrompt, { name, color: 'f1f5f9', prompt: 'Like a heron.' })
}

async function find({ call }: SiteClient): Promise<string[]> {
  await call(calls.login, account)
  const { prompts } = await call(calls.searchPrompts, { search: 'heron' })
  return prompts.map(({ name }) => name).toSorted()
}

function makeDirectory(purpose: string): string {
  const directory = makeScratchDirectory(purpose)
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}

/** PostgreSQL refuses to run as root, and to share its files. */
function giveToPostgres(directory: string): void {
  const { uid, gid } = postgresAccount()
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', `${uid}:${gid}`, directory])
  chmodSync(directory, 0o700)
}

/** Starts a PostgreSQL server, with the variables for its programs. */
async function startDatabase(
  settings: Record<string, string> = {},
  directory = makeDirectory('postgres'),
) {
  const server = await startPostgres({ directory, settings })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= server.stop())
  onTestFinished(stop)
  const { hostname, port, username } = new URL(server.url)
  const url = (name: string) => new URL(`/${name}`, server.url).href
  return {
    env: { PGHOST: hostname, PGPORT: port, PGUSER: username },
    url,
    stop,
    async query(name: string, text: string): Promise<Record<string, unknown>[]> {
      const client = new Client({ connectionString: url(name) })
      await client.connect()
      try {
        return (await client.query<Record<string, unknown>>(text)).rows
      } finally {
        await client.end()
      }
    },
  }
}

/** The settings in the `ini` blocks of docs/operate/backups.md, the files of the document in this directory. */
function documentedSettings(backups: string): Record<string, string>[] {
  return readBlocks('docs/operate/backups.md')
    .filter(({ language }) => language === 'ini')
    .map(({ code }) => {
      const lines = code.replaceAll('/backups', backups).matchAll(/^(\w+) = '?(.*?)'?$/gm)
      return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]))
    })
}

test(
  'Both databases are backed up and restored as documented in docs/operate/backups.md',
  { timeout: 600_000 },
  async () => {
    const { checkout, env, waitForServer } = await makeCheckout()
    const embedded = { DATA_DIR: join(checkout, 'data') }
    const backups = makeDirectory('backups')
    const identity = await generateX25519Identity()
    await use(embedded, (site) => save(site, 'First'))
    const guide = openGuide('docs/operate/backups.md', {
      cwd: checkout,
      env,
      placeholders: {
        'promptshelf-20261123T030000Z': 'promptshelf',
        '/backups': backups,
        'age1…': await identityToRecipient(identity),
      },
    })

    await guide.type({
      whileServing: async () => {
        await waitForServer()
        await waitFor(() => expect(existsSync(join(backups, 'restored'))).toBe(true))
      },
    })
    const [encrypted = ''] = globSync(join(backups, 'promptshelf-*T*Z.sqlite.age'))
    const decrypter = new Decrypter()
    decrypter.addIdentity(identity)
    const decrypted = Buffer.from(await decrypter.decrypt(readFileSync(encrypted)))
    expect(decrypted.subarray(0, 15).toString()).toBe('SQLite format 3')
    expect(decrypted.includes('Like a heron.')).toBe(true)

    await guide.type()
    rmSync(embedded.DATA_DIR, { recursive: true })
    await guide.type()
    expect(await use(embedded, find)).toEqual(['First'])

    const [archiving = {}, recovery = {}] = documentedSettings(backups)
    mkdirSync(join(backups, 'wal'))
    giveToPostgres(backups)
    const postgres = await startDatabase(archiving)
    await postgres.query('postgres', 'create database promptshelf')
    const previous = { DATABASE_URL: postgres.url('promptshelf') }
    const restored = { DATABASE_URL: postgres.url('promptshelf_restored') }
    const now = await use(previous, async (site) => {
      await save(site, 'First')
      await guide.type({ env: { ...postgres.env, ...previous } })
      await guide.type()
      await save(site, 'Second')
      const [row] = await postgres.query('promptshelf', 'select now()::text as now')
      await save(site, 'Third')
      await site.call(calls.deleteAccount, {})
      return String(row?.['now'])
    })
    const rows = await postgres.query('promptshelf_restored', 'select name from prompts')
    expect(rows).toEqual([{ name: 'First' }])
    await guide.type({ env: { FORMER_URL: previous.DATABASE_URL, ...restored } })
    await use(restored, (site) => expect(find(site)).rejects.toThrow('password_wrong'))
    await postgres.stop()

    const directory = makeDirectory('recovered')
    const [base = ''] = globSync(join(backups, 'base-*'))
    renameSync(base, join(directory, 'cluster'))
    writeFileSync(join(directory, 'cluster/recovery.signal'), '')
    giveToPostgres(join(directory, 'cluster'))
    const recovered = await startDatabase({ ...recovery, recovery_target_time: now }, directory)
    await waitFor(async () => {
      const [row] = await recovered.query('postgres', 'select pg_is_in_recovery() as is_recovering')
      expect(row).toEqual({ is_recovering: false })
    })
    expect(await use({ DATABASE_URL: recovered.url('promptshelf') }, find)).toEqual([
      'First',
      'Second',
    ])
  },
)

test(
  'Everything is moved to PostgreSQL and back as documented in docs/operate/move-databases.md',
  { timeout: 600_000 },
  async () => {
    const { checkout, env } = await makeCheckout()
    const postgres = await startDatabase()
    const embedded = { DATA_DIR: join(checkout, 'data') }
    const target = join(checkout, 'lib/promptshelf.sqlite')
    await use(embedded, (site) => save(site, 'First'))
    const url = postgres.url('promptshelf').replace('postgres@', 'promptshelf:green@')
    const guide = openGuide('docs/operate/move-databases.md', {
      cwd: checkout,
      env: { ...env, ...postgres.env },
      placeholders: {
        'postgres://promptshelf:…@db.example.com/promptshelf?sslmode=verify-full': url,
        'postgres://…': url,
        '/var/lib/promptshelf/promptshelf.sqlite': target,
      },
    })
    await guide.type({ input: 'green\ngreen\n' })
    expect(await guide.type()).toMatch(/prompts +1\b/)
    await use({ DATABASE_URL: url }, async (site) => {
      expect(await find(site)).toEqual(['First'])
      await save(site, 'Second')
    })
    mkdirSync(join(checkout, 'lib'))
    await guide.type()
    const back = await use({ DATA_DIR: join(target, '..') }, find)
    expect(back).toEqual(['First', 'Second'])
  },
)
