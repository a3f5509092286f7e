/** The limit for linear work, with a margin for garbage collections. */
export const linear = 24

/**
 * How many times as much CPU time `run` takes for an input eight times as long: about 8 if linear, 64 if quadratic.
 * Takes the minimum of several runs, and repeats measurements that are not linear: other processes slow both.
 */
export function growthOf(run: (length: number) => unknown, length: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; least > linear && tries < 4; tries++) {
    least = Math.min(least, cpuTimeOf(run, length * 8) / cpuTimeOf(run, length))
  }
  return least
}

function cpuTimeOf(run: (length: number) => unknown, length: number): number {
  const times = Array.from({ length: 5 }, (_, at) => {
    const before = process.cpuUsage()
    // Each run has its own input, because `parse` caches its last results.
    run(length + at * 64)
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
  // At least one tick of the clock, which counts microseconds.
  return Math.max(Math.min(...times), 200)
}
