/** `next` waits for at least one call of `add` since the last time. */
export function makeQueue() {
  let added = Promise.withResolvers<void>()
  return {
    add: () => added.resolve(),
    next: async () => {
      await added.promise
      added = Promise.withResolvers()
    },
  }
}
