import { readFileSync } from 'node:fs'

/**
 * How much more of the server's main thread something hostile may take than something harmless of the same
 * length. What takes quadratic time takes thousands of times as much.
 */
export const dearest = 20

/** How long a process's main thread has worked so far, in nanoseconds; told in ticks of some milliseconds. */
export function workOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ', 1)[0])
}
