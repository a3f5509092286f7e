import { Server } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { buildApp } from '#server/app.ts'
import { ConfigError, processEnvironment, readConfig } from '#server/config.ts'
import { migrateDatabase } from '#server/db/migrations/migrate-database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { startSweeping } from '#server/db/sweeping/start-sweeping.ts'
import { makeDataDirectory, UnusableDatabaseError } from '#server/db/unusable-database.ts'
import { startMailing } from '#server/mail/start-mailing.ts'
import { buildProvider } from '#server/payment/build-provider.ts'
import { startPaymentWork } from '#server/payment/start-payment-work.ts'
import { checkHeldPlans } from '#server/plans/check-held-plans.ts'
import { readPages } from '#server/pages/read-pages.ts'
import { readCatalogue } from '#server/plans/read-catalogue.ts'

/** How long after its start the server tidies up its memory, once. */
const settledMs = 5_000
/** Once it is told to stop: how long it still answers on connections that are open, */
const lastRequestsMs = 500
const idleSweepMs = 50
const lastLinesMs = 500
/** how long requests under way may take to finish, */
const shutdownMs = 6_000
/** and when it ends although something hangs that should have ended. */
const lastResortMs = 9_500

try {
  await start()
} catch (error) {
  console.error(`Promptshelf cannot start: ${toLine(error)}`)
  process.exit(1)
}

async function start(): Promise<void> {
  const config = readConfig(processEnvironment())
  const catalogue = await readCatalogue(config.plansFile)
  const pages = await readPages(config.pagesDir)
  // Lines go out together, a few kilobytes or a tenth of a second at a time: under load, a write for
  // each would cost as much as answering.
  const output = pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 100 })
  const log = pino({ level: config.logLevel }, output)

  if (config.database.kind === 'sqlite') {
    await makeDataDirectory(config.dataDir, config.database.file)
  }
  await migrateDatabase(config.database)
  const db = openDatabase(config.database)
  await checkHeldPlans(db.main, catalogue)
  const webRoot = fileURLToPath(new URL('../dist/web', import.meta.url))
  const sweeping = startSweeping({ db, log, now: Date.now })
  const mailing = startMailing({ config, db, log, now: Date.now })
  const provider = await buildProvider({ config, db, log, now: Date.now })
  if (provider?.name === 'sandbox' && !config.isLocal) {
    log.warn('PAYMENTS is sandbox: everybody can have every plan for nothing')
  }
  if (!config.isLocal && config.smtpUrl === undefined) {
    log.warn(
      'SMTP_URL is not set: mails stay in DATA_DIR/outbox, so addresses cannot be confirmed and passwords cannot be reset',
    )
  }
  const paymentWork = startPaymentWork({ catalogue, db, log, now: Date.now, provider })
  const app = await buildApp({
    config,
    db,
    catalogue,
    pages,
    log,
    webRoot,
    wakeMailing: mailing.wake,
    provider,
    wakePaymentWork: paymentWork.wake,
  })

  // Only the door is closed at first. To close an idle connection at once could cross with a request on
  // it: whoever asks within this time is answered, and told to use another one.
  app.addHook('preClose', async () => {
    Server.prototype.close.call(app.server)
    await delay(lastRequestsMs)
    // A connection whose last request ends only now would else be kept open for the next one.
    setInterval(() => app.server.closeIdleConnections(), idleSweepMs).unref()
  })

  let isStopping = false
  const stop = async (signal: NodeJS.Signals) => {
    // Asked twice, it is meant at once.
    if (isStopping) process.exit(1)
    isStopping = true
    log.info({ signal }, 'Stopping')
    setTimeout(() => app.server.closeAllConnections(), shutdownMs).unref()
    setTimeout(() => process.exit(1), lastResortMs).unref()
    await app.close()
    await Promise.all([sweeping.stop(), mailing.stop(), paymentWork.stop()])
    await db.close()
    const written = new Promise((resolve) => output.flush(() => resolve(true)))
    // All is done and closed. Where nobody reads the log, a thread waits at the full pipe, and an exit
    // would wait for it without end.
    if (!(await Promise.race([written, delay(lastLinesMs, false)])))
      process.kill(process.pid, 'SIGKILL')
    process.exit(0)
  }
  process.on('SIGINT', (signal) => void stop(signal))
  process.on('SIGTERM', (signal) => void stop(signal))

  const address = await app.listen({ host: config.host, port: config.port })
  // At every log level: whoever starts a server wants to know where it is.
  log.child({}, { level: 'info' }).info({ address }, `Promptshelf is at ${address}`)
  // A third of the memory holds what only starting needed; unasked, it would be kept until a busy hour.
  setTimeout(() => globalThis.gc?.({ type: 'major', flavor: 'last-resort' }), settledMs).unref()
}

function toLine(error: unknown): string {
  if (error instanceof ConfigError || error instanceof UnusableDatabaseError) return error.message
  if (!(error instanceof Error)) return String(error)
  const { code, port } = error as Error & { code?: string; port?: number }
  if (code === 'EADDRINUSE') return `PORT ${port} is taken by another program.`
  if (code === 'EACCES' && port !== undefined) return `PORT ${port} may not be used by this user.`
  // Nobody expects any other, so all of it is shown.
  return error.stack ?? error.message
}
