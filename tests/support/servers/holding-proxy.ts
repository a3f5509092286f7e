import { onTestFinished } from 'vitest'
import { startPassingProxy } from './passing-proxy.ts'

/**
 * Starts a server that passes everything on, but holds one request: the `count`th to the path of a call, until it is
 * released.
 */
export async function startHoldingProxy(origin: string, path: string, count: number) {
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let seen = 0
  const proxy = await startPassingProxy(
    () => origin,
    async (asked) => {
      if (asked !== `/api/${path}` || ++seen !== count) return
      arrived.resolve()
      await released.promise
    },
  )
  onTestFinished(proxy.stop)
  return {
    origin: proxy.origin,
    /** Resolves when the request is held. */
    arrived: arrived.promise,
    release: released.resolve,
  }
}
