import { readFileSync } from 'node:fs'

/**
 * The maximum main thread's time of a hostile input, as a multiple of a harmless one of the same length. Quadratic time
 * would be thousands of times as much.
 */
export const dearest = 20

/** The CPU time of a process's main thread so far, in nanoseconds, with a resolution of a few milliseconds. */
export function workOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ', 1)[0])
}

/** How many times as much work one task is as another. A high ratio is measured again: other processes slow both. */
export async function ratioOf(
  hostile: () => Promise<number>,
  harmless: (tries: number) => Promise<number>,
): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; least > dearest && tries < 4; tries++) {
    least = Math.min(least, (await hostile()) / (await harmless(tries)))
  }
  return least
}
