import { setTimeout as delay } from 'node:timers/promises'

const everyMs = 20
/** A server that answers later than this was held up. */
const lateMs = 250

export type HealthWatch = {
  /** Ends the watch: how many answers came, how many of them late, and what the slowest took. */
  end: () => Promise<{ answers: number; failures: number; late: number; slowestMs: number }>
}

/** Asks a server how it is every 20 ms, whether or not the former answer has come: so a stall shows. */
export function watchHealth(origin: string): HealthWatch {
  const asked: Promise<void>[] = []
  const watch = { isOver: false }
  let failures = 0
  const tookMs: number[] = []

  async function ask(): Promise<void> {
    const began = performance.now()
    try {
      const response = await fetch(`${origin}/api/health`)
      await response.text()
      if (response.status !== 200) failures += 1
    } catch {
      failures += 1
    }
    tookMs.push(performance.now() - began)
  }

  const watching = (async () => {
    while (!watch.isOver) {
      asked.push(ask())
      await delay(everyMs)
    }
  })()
  return {
    end: async () => {
      watch.isOver = true
      await watching
      await Promise.all(asked)
      const late = tookMs.filter((ms) => ms > lateMs).length
      return { answers: asked.length, failures, late, slowestMs: Math.round(Math.max(...tookMs)) }
    },
  }
}
