import { setTimeout as delay } from 'node:timers/promises'
import { startServer } from '#tests/support/server-process.ts'
import { startPassingProxy } from './passing-proxy.ts'

/** Nothing listens on this port. */
const nowhere = 'http://127.0.0.1:1'

/** Starts the real server behind a proxy that can delay the answers of calls, and lists the paths requested. */
export async function startSlowServer() {
  const delays = new Map<string, number>()
  const requested: string[] = []
  let serverOrigin = ''
  const proxy = await startPassingProxy(
    () => serverOrigin,
    async (path) => {
      requested.push(path)
      const call = /^\/api\/([^?]*)/.exec(path)?.[1]
      await delay(delays.get(call ?? '') ?? 0)
    },
  )
  const server = await startServer({ BASE_URL: proxy.origin })
  serverOrigin = server.origin
  return {
    origin: proxy.origin,
    /** Delays the answers of a call by some milliseconds. */
    delayAnswers: (call: string, milliseconds: number) => delays.set(call, milliseconds),
    /** Returns the paths requested since the last call. */
    takeRequested: () => requested.splice(0),
    /** Refuses all requests until the next call with `false`. */
    setAway: (isAway: boolean) => {
      serverOrigin = isAway ? nowhere : server.origin
      if (isAway) proxy.cut()
    },
    stop: async () => {
      proxy.stop()
      await server.stop()
    },
  }
}
