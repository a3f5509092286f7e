/** Runs a task when the browser is idle, after two seconds at most; returns a function that cancels it. */
export function whenIdle(task: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    // Safari does not support it.
    const timer = setTimeout(task, 200)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(task, { timeout: 2000 })
  return () => cancelIdleCallback(request)
}
