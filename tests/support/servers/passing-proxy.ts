import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Starts a server that passes each request to another one, once `onRequest` has resolved for its path. `onAnswer` is
 * called for each request whose answer has begun.
 */
export async function startPassingProxy(
  originOf: () => string,
  onRequest: (path: string) => Promise<unknown>,
  onAnswer: (asked: IncomingMessage) => void = () => {},
) {
  const proxy = createServer((asked, answer) => {
    void onRequest(asked.url ?? '').then(() => {
      const passed = request(
        originOf() + asked.url,
        { method: asked.method, headers: asked.headers },
        (answered) => {
          answer.writeHead(answered.statusCode ?? 502, answered.headers)
          answered.pipe(answer)
          onAnswer(asked)
        },
      )
      // A server may close an idle connection at any time; the caller sees the same.
      passed.on('error', () => answer.destroy())
      asked.pipe(passed)
    })
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    /** Breaks all connections, also those of streams. */
    cut: () => proxy.closeAllConnections(),
    stop: () => {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}
