import { Server } from 'node:net'
import { setImmediate as afterInput, setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { DestinationStream, Logger } from 'pino'

/** How long requests are still accepted on open connections. */
const lastRequestsMs = 500
const idleSweepMs = 50
/** How long requests in progress may take to finish. */
const unfinishedMs = 6_000
const lastLinesMs = 2_000
/** A terminal signals npm and the server, and npm passes the signal on. The second one is not the user's. */
const repeatedMs = 1_000
/** After this, the process exits even if something hangs. */
const lastResortMs = 9_500

type LogOutput = DestinationStream & { flush: (done: () => void) => void }

/**
 * Stops the server on SIGINT and SIGTERM within ten seconds: answers open requests, finishes background work, and exits
 * with 0; with 1 if something hangs, such as a statement on a connection that was cut off. Another signal a second
 * later exits immediately.
 */
export function stopOnSignals(
  app: FastifyInstance,
  closeServices: () => Promise<void>,
  log: Logger,
  output: LogOutput,
): void {
  // Only listening stops at first. Closing idle connections now would reset requests in transit, which are still
  // answered within this time, with `Connection: close`.
  app.addHook('preClose', async () => {
    // Connections that wait to be accepted would be reset.
    await afterInput()
    Server.prototype.close.call(app.server)
    await delay(lastRequestsMs)
    // Also connections that become idle from now on, which keep-alive would leave open. A busy server's timers run before
    // it reads: a connection is idle only once its input has been read.
    setInterval(() => setImmediate(() => app.server.closeIdleConnections()), idleSweepMs).unref()
  })

  let stoppingSince: number | undefined
  const stop = async (signal: NodeJS.Signals) => {
    if (stoppingSince !== undefined) {
      if (Date.now() - stoppingSince > repeatedMs) process.exit(1)
      return
    }
    stoppingSince = Date.now()
    log.info({ signal }, 'Stopping')
    setTimeout(() => app.server.closeAllConnections(), unfinishedMs).unref()
    let unfinished = 'requests'
    setTimeout(() => {
      log.fatal({ unfinished }, 'Stopped by force')
      process.exit(1)
    }, lastResortMs).unref()
    await app.close()
    unfinished = 'background work'
    await closeServices()
    unfinished = 'the log'
    const written = new Promise((resolve) => output.flush(() => resolve(true)))
    // If the log's pipe is full and not read, a thread blocks on it, and `exit` would wait for the thread.
    if (!(await Promise.race([written, delay(lastLinesMs, false)])))
      process.kill(process.pid, 'SIGKILL')
    process.exit(0)
  }
  process.on('SIGINT', (signal) => void stop(signal))
  process.on('SIGTERM', (signal) => void stop(signal))
}
