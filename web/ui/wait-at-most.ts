/** Waits for a promise, so many milliseconds at most. */
export async function waitAtMost(ms: number, promise: Promise<unknown>): Promise<void> {
  await Promise.race([promise, new Promise((resolve) => setTimeout(resolve, ms))])
}
