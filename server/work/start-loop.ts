import type { AppContext } from '#server/context.ts'

/** Work that goes on in the background for as long as the server runs. */
export type Loop = {
  /** There is something to do now. */
  wake: () => void
  /** Begins nothing more, and waits for what has begun. */
  stop: () => Promise<void>
}

/**
 * Does what is due at once, whenever it is woken, and every so often besides, since other servers and
 * the clock make things due too. Work that fails is tried again the next time.
 */
export function startLoop(
  { log }: Pick<AppContext, 'log'>,
  { everyMs, failure }: { everyMs: number; failure: string },
  doDueWork: (stopping: AbortSignal) => Promise<void>,
): Loop {
  const stopping = new AbortController()
  let isFailing = false
  let somethingIsUp = Promise.withResolvers<void>()

  const wake = () => somethingIsUp.resolve()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      somethingIsUp = Promise.withResolvers()
      try {
        await doDueWork(stopping.signal)
        isFailing = false
      } catch (error) {
        // Once, not every few seconds for as long as the database is away.
        if (!isFailing) log.error({ err: error }, failure)
        isFailing = true
      }
      const timer = setTimeout(wake, everyMs)
      if (!stopping.signal.aborted) await somethingIsUp.promise
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
