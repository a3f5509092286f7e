import { fileURLToPath } from 'node:url'
import pino, { type Logger } from 'pino'
import { buildApp } from '#server/http/app.ts'
import { type Config, ConfigError, processEnvironment, readConfig } from '#server/config/config.ts'
import { findMisspelt } from '#server/core/find-misspelt.ts'
import { toListenFault } from '#server/core/listen-fault.ts'
import { serveMetrics } from '#server/operate/metrics/serve-metrics.ts'
import { UnusableDatabaseError } from '#server/db/unusable-database.ts'
import { makeServices } from '#server/make-services.ts'
import { unfilledPages, type Pages } from '#server/config/pages.rules.ts'
import { stopOnSignals } from '#server/http/stop-on-signals.ts'

/** How long after startup the memory that only startup needed is freed. */
const freeAfterMs = 5_000

try {
  await start()
} catch (error) {
  console.error(`Promptshelf cannot start: ${toLine(error)}`)
  process.exit(1)
}

async function start(): Promise<void> {
  const environment = processEnvironment()
  const config = readConfig(environment)
  // Buffered, for a few kilobytes or a tenth of a second: a write per line would cost as much as a request.
  const output = pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 100 })
  // No log line has headers. This is a safeguard.
  const redact = ['headers', 'req.headers', 'err.headers', 'err.request.headers'].map(
    (place) => `${place}.authorization`,
  )
  const log = pino({ level: config.logLevel, redact }, output)
  const { services, close } = await makeServices(config, { log })
  for (const [name, meant] of findMisspelt(environment)) {
    log.warn(`${name} is not a variable of Promptshelf: did you mean ${meant}?`)
  }
  warnOperator(config, services.pages, log)
  const webRoot = fileURLToPath(new URL('../dist/web', import.meta.url))
  const count = config.metricsPort === undefined ? undefined : await serveMetrics(services)
  const app = await buildApp(services, webRoot, count)
  stopOnSignals(app, close, log, output)

  const address = await app
    .listen({ host: config.host, port: config.port })
    .catch((error: unknown) => {
      const fault = toListenFault(error, config)
      throw fault === undefined ? error : new ConfigError(fault)
    })
  // At every log level, since the operator needs the address.
  log.child({}, { level: 'info' }).info({ address }, `Promptshelf is at ${address}`)
  // Frees a third of the memory, which V8 would otherwise keep until there is load.
  setTimeout(() => globalThis.gc?.({ type: 'major', flavor: 'last-resort' }), freeAfterMs).unref()
}

function warnOperator({ isLocal, payments, smtpUrl }: Config, pages: Pages, log: Logger): void {
  if (isLocal) return
  if (payments === 'sandbox') {
    log.warn('PAYMENTS is sandbox: anyone can get any plan for free')
  }
  const unfilled = unfilledPages(pages)
  if (unfilled.length > 0) {
    log.warn(`Pages have placeholders to fill in (see PAGES_DIR): ${unfilled.join(', ')}`)
  }
  if (smtpUrl === undefined) {
    log.warn(
      'SMTP_URL is not set: mails stay in DATA_DIR/outbox, so addresses cannot be confirmed and passwords cannot be reset',
    )
  }
}

function toLine(error: unknown): string {
  if (error instanceof ConfigError || error instanceof UnusableDatabaseError) return error.message
  // Any other error is a bug, so the whole stack helps.
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
