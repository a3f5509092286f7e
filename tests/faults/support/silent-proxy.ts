import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * A proxy that can go silent like an unplugged network: connections stay open, but nothing arrives. Only new
 * connections recover once it responds again.
 */
export async function startSilentProxy(port: number) {
  const pairs = new Set<[Socket, Socket]>()
  const self = { isSilent: false }
  const server = createServer((from) => {
    const to = connect(port, '127.0.0.1')
    const pair: [Socket, Socket] = [from, to]
    pairs.add(pair)
    for (const [one, other] of [pair, pair.toReversed() as [Socket, Socket]]) {
      one.on('error', () => {})
      one.on('close', () => {
        pairs.delete(pair)
        other.destroy()
      })
    }
    if (self.isSilent) return
    from.pipe(to)
    to.pipe(from)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    fallSilent() {
      self.isSilent = true
      for (const [from, to] of pairs) {
        from.unpipe(to).pause()
        to.unpipe(from).pause()
      }
    },
    talkAgain() {
      self.isSilent = false
    },
    async stop(): Promise<void> {
      server.close()
      for (const [from] of pairs) from.destroy()
      await once(server, 'close')
    },
  }
}
