import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * Starts a server that passes everything on, but holds one request: the `count`th to the path of a call, until it is
 * released.
 */
export async function startHoldingProxy(origin: string, path: string, count: number) {
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let seen = 0
  const proxy = createServer((asked, answer) => {
    const passOn = () =>
      asked.pipe(
        request(
          origin + asked.url,
          { method: asked.method, headers: asked.headers },
          (answered) => {
            answer.writeHead(answered.statusCode ?? 502, answered.headers)
            answered.pipe(answer)
          },
        ),
      )
    const isHeld = asked.url === `/api/${path}` && ++seen === count
    if (!isHeld) return void passOn()
    arrived.resolve()
    void released.promise.then(passOn)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return {
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    /** Resolves when the request is held. */
    arrived: arrived.promise,
    release: released.resolve,
  }
}
