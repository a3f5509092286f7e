import type { Logger } from 'pino'

/** A job that runs in the background. */
export type Loop = {
  /** Runs the job now. */
  wake: () => void
  /** Waits for a run in progress and starts no other. */
  stop: () => Promise<void>
}

/**
 * Runs a job at once, whenever it is woken, and at an interval, since other servers and the clock make work
 * due as well. A run that fails is retried at the next one.
 */
export function startLoop(
  { log }: { log: Logger },
  { everyMs, failure }: { everyMs: number; failure: string },
  runJob: (stopping: AbortSignal) => Promise<void>,
): Loop {
  const stopping = new AbortController()
  let isFailing = false
  let woken = Promise.withResolvers<void>()

  const wake = () => woken.resolve()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = Promise.withResolvers()
      try {
        await runJob(stopping.signal)
        isFailing = false
      } catch (error) {
        // Logged once per outage, not at every run.
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
