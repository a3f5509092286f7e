import { setTimeout as delay } from 'node:timers/promises'

const everyMs = 20
/** Milliseconds after which an answer counts as late. */
const lateMs = 250

export type HealthWatch = {
  /** Stops polling; returns the number of answers and of late ones, and the slowest time. */
  end: () => Promise<{ answers: number; failures: number; late: number; slowestMs: number }>
}

/** Polls a server's health every 20 ms without waiting for the previous answer, so that a stall shows. */
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
