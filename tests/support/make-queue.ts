/** Counts calls of `add`. `next` waits for at least one since the last time. */
export function makeQueue() {
  let unread = 0
  let wake = Promise.withResolvers<void>()
  return {
    add: () => {
      unread++
      wake.resolve()
    },
    next: async () => {
      while (unread === 0) await wake.promise
      unread = 0
      wake = Promise.withResolvers()
    },
  }
}
