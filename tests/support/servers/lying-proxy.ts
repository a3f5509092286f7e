import { once } from 'node:events'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How each call is answered: in place of the server, with status 200. */
export type Lie = (answer: ServerResponse) => unknown

/** Starts a proxy that passes requests on to a server, and from the first lie answers all calls with it. */
export async function startLyingProxy(origin: string) {
  let lie: Lie | undefined
  const proxy = createServer((asked, answer) => {
    if (lie && asked.url?.startsWith('/api/')) return void lie(answer)
    const { method, headers } = asked
    const passed = request(origin + asked.url, { method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    begin: (next: Lie) => {
      lie = next
      proxy.closeAllConnections()
    },
    stop: () => {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}
