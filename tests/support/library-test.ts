import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { onTestFinished, test } from 'vitest'
import { createAccount } from '#server/accounts/create-account.ts'
import { sendVerificationLink } from '#server/accounts/email/send-verification-link.ts'
import { hashCost, hashPassword } from '#server/accounts/password/hash-password.ts'
import { sweepAccounts } from '#server/accounts/profile/delete-account.ts'
import { startSession } from '#server/accounts/session/start-session.ts'
import type { Channel } from '#server/core/channel.ts'
import { buildApp } from '#server/http/app.ts'
import { readConfig, type Config } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import { isPostgres } from '#server/db/dialect.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { makeSweeper } from '#server/operate/sweeping/start-sweeping.ts'
import { sweepExpired } from '#server/operate/sweeping/sweep-expired.ts'
import { recountLibraries } from '#server/operate/sweeping/recount-libraries.ts'
import { cookieName } from '#server/http/cookies.ts'
import { makeServices } from '#server/make-services.ts'
import { mintOwner } from '#server/users/mint-owner.ts'
import { resealKeys } from '#server/runs/models/connections/reseal-keys.ts'
import type { Pages } from '#server/config/pages.rules.ts'
import { readPages } from '#server/config/read-pages.ts'
import { doDuePaymentWork } from '#server/billing/payment/start-payment-work.ts'
import { sweepImports } from '#server/library/transfer/undo-import.ts'
import { sweepRuns } from '#server/runs/sweep-runs.ts'
import { sweepTrash } from '#server/library/trash/erase-trash.ts'
import { sweepRestoring } from '#server/library/trash/restore-trash.ts'
import { apiUser, type ApiUser } from '#tests/support/api-user.ts'
import type { DatabaseKind } from '#tests/support/databases.ts'
import { fullCost, lowCost } from '#tests/support/low-hash-cost.ts'

export type TestApp = Awaited<ReturnType<typeof makeTestApp>>

/**
 * A test of the real server with its own database. `app` creates visitors and registered users. Tests that need other
 * options use `makeTestApp`.
 *
 * @param environment as in `.env.example`
 */
export function libraryTest(database: DatabaseKind, environment: NodeJS.ProcessEnv = {}) {
  return test.extend<{ app: TestApp }>({
    app: async ({}, provide) => {
      const app = await makeTestApp(database, { environment })
      await provide(app)
      await app.close()
    },
  })
}

type TestOptions = {
  /** As in `.env.example`. Mails stay queued in the database unless SMTP_URL or DATA_DIR is set. */
  environment?: NodeJS.ProcessEnv
  /** Used instead of the test's own database, and not closed. */
  db?: Database
  /** Silent by default. */
  log?: Logger
  /** The directory of the built client; only the API by default. */
  webRoot?: string
  /** Whether `library/watch` streams. By default it ends immediately, because some tests make every call. */
  watches?: boolean
  /** The server's time, which a test may set. It stands still by default. */
  clock?: { now: number }
}

/** For each password that tests register with. */
const passwordHashes = new Map<string, Promise<string>>()

/** Until the end of the test, hashes take as long as on a real server. */
export function hashAtFullCost(): void {
  hashAt(fullCost)
  onTestFinished(() => hashAt(lowCost))
}

function hashAt(cost: Partial<typeof hashCost>): void {
  Object.assign(hashCost, cost)
  passwordHashes.clear()
}

/** Cached per configuration: rendering the pages takes as long as the rest of a server's start. */
const pages = new Map<string, Promise<Pages>>()

function readPagesOnce(config: Config): Promise<Pages> {
  const key = JSON.stringify([config.pagesDir, config.hasPlans, config.monthlyCredits])
  const read = pages.get(key) ?? readPages(config)
  pages.set(key, read)
  return read
}

/** Without it, the server would create a key file in the working directory. */
const secretsKey = `test:${Buffer.alloc(32).toString('base64')}`

/** The real server, with its own migrated database and a clock that the test controls. */
export async function makeTestApp(
  database: DatabaseKind,
  {
    environment = {},
    webRoot,
    db: otherDb,
    log,
    watches = false,
    clock = { now: Date.now() },
  }: TestOptions = {},
) {
  const { location, drop } = await database.make()
  // Tests send dozens of concurrent requests of one account, which the request limits would not allow. On a busy
  // machine they wait for each other.
  const db = openDatabase(location, { statementMs: 60_000, connectMs: 60_000 })
  // Tests log in more often than one address may. The throttles' own tests turn them on.
  const { RATE_LIMITS = 'off', ...others } = environment
  const config = {
    ...readConfig({ SECRETS_KEY: secretsKey, ...others }),
    rateLimits: RATE_LIMITS === 'on',
  }
  const sendsMails = 'SMTP_URL' in environment || 'DATA_DIR' in environment
  const { services, jobs, close } = await makeServices(config, {
    db: otherDb ?? db,
    ...(log && { log }),
    now: () => clock.now,
    random: () => 0,
    pages: readPagesOnce(config),
    environment,
    jobs: sendsMails ? ['mailing'] : [],
  })
  if (!watches) services.changes.close()
  const server = await buildApp(services, webRoot)
  const stop = async () => {
    await server.close()
    await close()
  }
  return {
    /** Sends requests beyond the contract's calls, by `inject`. */
    server,
    /** For functions that no request calls. */
    services,
    db: db.main,
    location,
    jobs,
    /** Runs the payment job now. */
    doDuePaymentWork: () => doDuePaymentWork(services),
    /** Makes this one of several servers. The test itself runs their background work on the database. */
    makeSweeper: () => {
      const { sweep } = makeSweeper(services)
      return () => sweep(new AbortController().signal)
    },
    /** Deletes expired rows now. */
    sweepExpired: () => sweepExpired(services, new AbortController().signal),
    /** Permanently deletes expired items of the trash. */
    sweepTrash: () => sweepTrash(services, new AbortController().signal),
    /** Recounts all libraries, as after a release that counts differently. */
    recountLibraries: () => recountLibraries(services.db, new AbortController().signal),
    /** Continues restorations from the trash. */
    sweepRestoring: () => sweepRestoring(services, new AbortController().signal),
    /** Continues deletions of accounts. */
    sweepAccounts: () => sweepAccounts(services, new AbortController().signal),
    /** Seals keys with the first one of SECRETS_KEY. */
    resealKeys: () => resealKeys(services, new AbortController().signal),
    /** Completes undoing imports, and deletes old ones. */
    sweepImports: () => sweepImports(services, new AbortController().signal),
    /** Settles runs whose server has died, and deletes expired ones. */
    sweepRuns: () => sweepRuns(services, new AbortController().signal),
    /** The server's time in milliseconds, which a test may set. */
    clock,
    visitor: (): ApiUser => apiUser(server),
    /** A program with a token. */
    program: (token: string): ApiUser => apiUser(server, token),
    /** A user who has registered and logged in, without the two slow checks of the password. */
    async signUp(email = 'ada@example.com', password = 'correct horse'): Promise<ApiUser> {
      const user = apiUser(server)
      const hash = passwordHashes.get(password) ?? hashPassword(password)
      passwordHashes.set(password, hash)
      const passwordHash = await hash
      const owner = await db.main.transaction().execute(async (transaction) => {
        const account = { email, language: 'en', passwordHash, google: null, verifiedAt: null }
        const { catalogue } = services
        const created = await createAccount(transaction, account, catalogue, clock.now)
        const recipient = { owner: created, email, language: 'en' as const }
        await sendVerificationLink(transaction, services, recipient, clock.now)
        return created
      })
      services.wakeMailing()
      const channel: Channel = {
        language: 'en',
        userAgent: 'lightMyRequest',
        network: '127.0.0.0/24',
        tokens: {
          read: () => undefined,
          set: (name, token) => void user.cookies.set(cookieName(config, name), token),
          clear: () => {},
        },
        returnAttempt: async () => {},
        logSecurity: () => {},
      }
      await startSession(services, owner, channel, { by: 'password', passwordHash })
      return user
    },
    /** Puts every user on a plan without a limit. */
    async liftLimits(): Promise<void> {
      await sql`update subscriptions set plan_id = 'plus-monthly'`.execute(db.main)
    },
    /** Makes libraries count as large, for which searches have separate plans. */
    async lookLarge(): Promise<void> {
      await db.main.updateTable('libraries').set({ stored_bytes: 100_000_000 }).execute()
    },
    /** Stops the server like a signal; the database stays open. */
    stop,
    async close(): Promise<void> {
      await stop()
      await db.close()
      await drop()
    },
  }
}

/** One that listens and whose watches stream, until the end of the test. */
export async function makeListeningApp(
  database: DatabaseKind,
  environment: NodeJS.ProcessEnv = {},
): Promise<TestApp> {
  const app = await makeTestApp(database, { watches: true, environment })
  onTestFinished(app.close)
  await app.server.listen({ host: '127.0.0.1', port: 0 })
  return app
}

/** The time of this machine. */
const realClock = {
  get now() {
    return Date.now()
  },
}

/**
 * Serves a database file as a server's process does, but in this process, which takes a quarter of the processor time.
 * Create the file with `migrateDatabase`.
 */
export async function serveFile(
  file: string,
  { port, environment, webRoot }: Pick<TestOptions, 'environment' | 'webRoot'> & { port: number },
): Promise<{ origin: string; stop: () => Promise<void> }> {
  const make = async () => ({ location: { kind: 'sqlite' as const, file }, drop: async () => {} })
  const origin = `http://127.0.0.1:${port}`
  const app = await makeTestApp(
    { name: 'SQLite', make },
    {
      environment: { BASE_URL: origin, ...environment },
      ...(webRoot !== undefined && { webRoot }),
      watches: true,
      clock: realClock,
    },
  )
  await app.server.listen({ host: '127.0.0.1', port })
  return { origin, stop: app.close }
}

/** The owner of the only account. */
export async function onlyOwner(app: TestApp) {
  const { owner_no } = await app.db.selectFrom('users').select('owner_no').executeTakeFirstOrThrow()
  return mintOwner(owner_no, 'operator')
}

/** Everything in the database: the rows of every table, and on SQLite the bytes of its files. */
export async function readEverything(app: TestApp): Promise<string> {
  const tables = await app.db.introspection.getTables()
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const result = await sql<object>`select * from ${sql.table(name)}`.execute(app.db)
      return JSON.stringify(result.rows)
    }),
  )
  if (isPostgres(app.db) || app.location.kind !== 'sqlite') return rows.join('\n')
  const { file } = app.location
  return [...rows, ...['', '-wal'].map((end) => readFileSync(file + end, 'latin1'))].join('\n')
}
