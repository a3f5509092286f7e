import { startBackups } from '#server/operate/backup/start-backups.ts'
import type { Services } from '#server/core/services.ts'
import { startSweeping } from '#server/operate/sweeping/start-sweeping.ts'
import { startMailing } from '#server/mail/start-mailing.ts'
import { startPaymentWork } from '#server/billing/payment/start-payment-work.ts'

/** All background work of the server. */
const starters = {
  sweeping: startSweeping,
  mailing: startMailing,
  payments: startPaymentWork,
  backups: startBackups,
}

export type JobName = keyof typeof starters
export const allJobs = Object.keys(starters) as JobName[]

export type Jobs = {
  /** Runs a job now rather than at its next interval; does nothing if the job was not started. */
  wake: (name: JobName) => void
  /** Lets the jobs finish their current work, within seconds. */
  stop: () => Promise<void>
}

/** Starts background jobs. Each runs immediately, and then whenever work is due. */
export function startJobs(
  services: Omit<
    Services,
    'afterAnswer' | 'changes' | 'runs' | 'wakeMailing' | 'wakePaymentWork' | 'wakeSweeping'
  >,
  names: readonly JobName[],
): Jobs {
  const loops = new Map(names.map((name) => [name, starters[name](services)]))
  return {
    wake: (name) => loops.get(name)?.wake(),
    stop: async () => {
      await Promise.all([...loops.values()].map((loop) => loop.stop()))
    },
  }
}
