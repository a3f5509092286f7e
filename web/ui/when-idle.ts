/** Runs a task when the browser has nothing else to do, two seconds later at most; gives what cancels it. */
export function whenIdle(task: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    // Safari has none.
    const timer = setTimeout(task, 200)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(task, { timeout: 2000 })
  return () => cancelIdleCallback(request)
}
