import { createStore } from './store.ts'

/** Code that is fetched before it is needed. A fetch that failed is retried by the next one. */
export function lazyCode<Code>(load: () => Promise<Code>) {
  const store = createStore<Code | undefined>(undefined)
  let coming: Promise<void> | undefined
  return {
    ...store,
    fetch: (): Promise<void> =>
      (coming ??= load().then(store.set, (error: unknown) => {
        coming = undefined
        throw error
      })),
  }
}
