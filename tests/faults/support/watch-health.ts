import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { ServerProcess } from '#tests/support/server-process.ts'

const everyMs = 20
/** Milliseconds after which an answer counts as late. */
const lateMs = 250

export type HealthWatch = {
  /** Stops polling; returns the number of answers and of late ones, and the slowest time. */
  end: () => Promise<{ answers: number; failures: number; late: number; slowestMs: number }>
}

/**
 * Polls a server's health every 20 ms without waiting for the previous answer, so that a stall shows. Time that the
 * server or this process waited for a processor does not count: it is due to a busy machine.
 */
export function watchHealth({ origin, pid }: Pick<ServerProcess, 'origin' | 'pid'>): HealthWatch {
  const asked: Promise<void>[] = []
  const watch = { isOver: false }
  let failures = 0
  const tookMs: number[] = []

  const queuedMs = () => queuedMsOf(pid) + queuedMsOf(process.pid)

  async function ask(): Promise<void> {
    const [began, queuedBefore] = [performance.now(), queuedMs()]
    try {
      const response = await fetch(`${origin}/api/health`)
      await response.text()
      if (response.status !== 200) failures += 1
    } catch {
      failures += 1
    }
    tookMs.push(performance.now() - began - (queuedMs() - queuedBefore))
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

/** How long a process's main thread could have run so far, but had no processor. */
function queuedMsOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
}
