import { useEffect, useState } from 'react'
import { createStore, useStore } from './store.ts'

type LazyCode<Code> = ReturnType<typeof lazyCode<Code>>

/** Code that is fetched before it is needed. The next fetch retries a failed one. */
export function lazyCode<Code>(load: () => Promise<Code>) {
  const store = createStore<Code | undefined>(undefined)
  let coming: Promise<void> | undefined
  const fetch = (): Promise<void> =>
    (coming ??= load().then(store.set, (error: unknown) => {
      coming = undefined
      throw error
    }))
  /** Fetches the code ahead of use. After a failure, the next use retries. */
  const prefetch = () => void fetch().catch(() => {})
  return { ...store, fetch, prefetch }
}

/** Returns code that is needed now; undefined until it has loaded, or the error if it fails to load. */
export function useLazyCode<Code>(lazy: LazyCode<Code>, { isWanted = true } = {}) {
  const code = useStore(lazy)
  const [failure, setFailure] = useState<{ error: unknown }>()
  const isMissing = isWanted && !code && !failure
  useEffect(() => {
    if (isMissing) lazy.fetch().catch((error: unknown) => setFailure({ error }))
  }, [isMissing, lazy])
  return { code, failure, retry: () => setFailure(undefined) }
}
