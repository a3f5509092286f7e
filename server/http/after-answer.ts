import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

/** Has work done once the answer has gone out. What fails is logged. */
export type AfterAnswer = (work: () => Promise<void>) => void

const spreadMs = 1_000

/**
 * For work of which an answer must not tell whether there was any. It is done at some moment within a
 * second, since the next request would otherwise have to wait for it just when there was some. Closing
 * the app does at once what is still to be done.
 */
export function doAfterAnswers(
  app: FastifyInstance,
  log: Logger,
  random: () => number,
): AfterAnswer {
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  const underWay = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    closing.abort()
    await Promise.all(underWay)
  })

  const doLater = async (work: () => Promise<void>) => {
    await delay(random() * spreadMs, undefined, { signal: closing.signal }).catch(() => {})
    try {
      await work()
    } catch (error) {
      log.error({ err: error }, 'Work after an answer failed')
    }
  }
  return (work) => {
    const done = doLater(work)
    underWay.add(done)
    void done.then(() => underWay.delete(done))
  }
}
