import { setTimeout as delay } from 'node:timers/promises'
import { setMaxListeners } from 'node:events'
import type { Logger } from 'pino'

/** Runs work after the answer has been sent. Failures are logged. */
export type AfterAnswer = (work: () => Promise<unknown>) => void

const spreadMs = 1_000

/**
 * Queues work that must not affect the timing of a response. It starts at a random moment within a second, because
 * otherwise it would delay the next request. `finish` starts the remaining work immediately and waits for it.
 */
export function queueAfterAnswers(
  log: Logger,
  random: () => number,
): { afterAnswer: AfterAnswer; finish: () => Promise<void> } {
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  const running = new Set<Promise<void>>()

  async function runLater(work: () => Promise<unknown>): Promise<void> {
    await delay(random() * spreadMs, undefined, { signal: closing.signal }).catch(() => {})
    try {
      await work()
    } catch (error) {
      log.error({ err: error }, 'Work after an answer failed')
    }
  }

  return {
    afterAnswer: (work) => {
      const done = runLater(work)
      running.add(done)
      void done.then(() => running.delete(done))
    },
    finish: async () => {
      closing.abort()
      await Promise.all(running)
    },
  }
}
