/**
 * How many times as much work `run` is for an input eight times as long: about 8 where it is linear, 64
 * where it is quadratic. It counts this process's own CPU time, the least of some runs, so that a busy
 * machine changes little.
 */
export function growthOf(run: (length: number) => unknown, length: number): number {
  return cpuTimeOf(run, length * 8) / cpuTimeOf(run, length)
}

/** More than this is no longer linear, whatever a garbage collection adds. */
export const linear = 24

function cpuTimeOf(run: (length: number) => unknown, length: number): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage()
    run(length)
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
  // The clock ticks in microseconds: nothing takes none.
  return Math.max(Math.min(...times), 200)
}
