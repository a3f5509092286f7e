import { sql } from 'kysely'
import pino from 'pino'
import { test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { buildApp, type AppOptions } from '#server/app.ts'
import { sweepExpired } from '#server/db/sweeping/sweep-expired.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { startMailing } from '#server/mail/start-mailing.ts'
import { buildProvider } from '#server/payment/build-provider.ts'
import { doDuePaymentWork } from '#server/payment/start-payment-work.ts'
import { readPages } from '#server/pages/read-pages.ts'
import { readCatalogue } from '#server/plans/read-catalogue.ts'
import { apiUser, type ApiUser } from '#tests/support/api-user.ts'
import type { DatabaseKind } from '#tests/support/databases.ts'

export type TestApp = Awaited<ReturnType<typeof makeTestApp>>

/**
 * A test of the real server over a database of its own. `app` makes visitors and signed-up users; a
 * test that needs the server started differently uses `makeTestApp`. `environment` is as in `.env.example`.
 */
export function libraryTest(database: DatabaseKind, environment: NodeJS.ProcessEnv = {}) {
  return test.extend<{ app: TestApp }>({
    // oxlint-disable-next-line no-empty-pattern -- Vitest reads the fixtures needed from the pattern
    app: async ({}, provide) => {
      const app = await makeTestApp(database, { environment })
      await provide(app)
      await app.close()
    },
  })
}

/**
 * The real server, silent unless `options` gives it a log. `environment` is as in `.env.example`; mails
 * are sent only if it says where to, by SMTP_URL or DATA_DIR, and are left in their table otherwise.
 */
export async function makeTestApp(
  database: DatabaseKind,
  options: Partial<AppOptions> & { environment?: NodeJS.ProcessEnv } = {},
) {
  const { environment = {}, ...appOptions } = options
  const { location, drop } = await database.make()
  const db = openDatabase(location)
  // Tests sign in more often than any one address may; the throttles' own tests switch them on.
  const { RATE_LIMITS = 'off', ...others } = environment
  const config = { ...readConfig(others), rateLimits: RATE_LIMITS === 'on' }
  const clock = { now: Date.now() }
  const log = appOptions.log ?? pino({ level: 'silent' })
  const now = () => clock.now
  const sendsMails = 'SMTP_URL' in environment || 'DATA_DIR' in environment
  const mailing = sendsMails ? startMailing({ config, db, log, now }) : undefined
  const catalogue = await readCatalogue(config.plansFile)
  const pages = await readPages(config.pagesDir)
  const provider = await buildProvider({ config, db, log, now })
  const server = await buildApp({
    config,
    db,
    catalogue,
    pages,
    log,
    now,
    random: () => 0,
    wakeMailing: () => mailing?.wake(),
    provider,
    ...appOptions,
  })
  return {
    /** For requests that no call of the contract makes, by `inject`. */
    server,
    db: db.main,
    location,
    mailing,
    /** What the server does about payments in the background, done now as far as it is due. */
    doDuePaymentWork: () => doDuePaymentWork({ catalogue, db, log, now, provider }),
    /** Deletes what is over by the server's time, as the server does in the background. */
    sweepExpired: () => sweepExpired({ db, now }, new AbortController().signal),
    /** The time the server believes it is, in milliseconds; a test moves it by assigning. */
    clock,
    visitor: (): ApiUser => apiUser(server),
    /** Somebody who has registered and signed in. */
    async signUp(email = 'ada@example.com', password = 'correct horse'): Promise<ApiUser> {
      const user = apiUser(server)
      await user.register(email, password)
      await user.signIn(email, password)
      return user
    },
    /** Puts every user on a plan without a limit, as paying for one would. */
    async liftLimits(): Promise<void> {
      await sql`update subscriptions set plan_id = 'plus-monthly'`.execute(db.main)
    },
    async close(): Promise<void> {
      await server.close()
      await mailing?.stop()
      await db.close()
      await drop()
    },
  }
}
