import type { Logger } from 'pino'

/** A background job that runs for as long as the server does. */
export type Loop = {
  /** Runs the job now rather than at its next interval. */
  wake: () => void
  /** Starts no further run, and waits for the current one. */
  stop: () => Promise<void>
}

/**
 * Runs a job immediately, whenever it is woken, and at an interval, since other servers queue work and time makes it
 * due. A run that fails is logged and retried at the next interval.
 */
export function startLoop(
  { log }: { log: Logger },
  { everyMs, failure }: { everyMs: number; failure: string },
  runOnce: (stopping: AbortSignal) => Promise<void>,
): Loop {
  const stopping = new AbortController()
  let isFailing = false
  let woken = Promise.withResolvers<void>()

  const wake = () => woken.resolve()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = Promise.withResolvers()
      try {
        await runOnce(stopping.signal)
        isFailing = false
      } catch (error) {
        // Once per outage, not every few seconds.
        if (!isFailing) log.error({ err: error }, failure)
        isFailing = true
      }
      const timer = setTimeout(wake, everyMs)
      if (!stopping.signal.aborted) await woken.promise
      clearTimeout(timer)
    }
  }

  const running = run()
  return {
    wake,
    stop: async () => {
      stopping.abort()
      wake()
      await running
    },
  }
}
