import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { answerErrors } from '#server/http/errors.ts'

test('A client that disconnects before an answer begins is not an error', async () => {
  const { client, asked, log, handled } = await ask(() => new Readable({ read: () => {} }))
  await asked
  client.destroy()
  await handled
  expect(log).toEqual([])
})

test('An answer that ends too early while its client waits is an error', async () => {
  const { client, asked, log, handled } = await ask(() => {
    const body = new Readable({ read: () => {} })
    setImmediate(() => body.destroy())
    return body
  })
  await asked
  await handled
  client.destroy()
  expect(log).toEqual([expect.stringContaining('A request failed')])
})

/** Requests an answer. `handled` settles once its end has been handled. */
async function ask(answerBy: () => Readable) {
  const log: string[] = []
  const app = Fastify()
  onTestFinished(() => app.close())
  answerErrors(app, pino({}, { write: (line) => log.push(line) }), () => {})
  const asked = Promise.withResolvers<void>()
  const handled = Promise.withResolvers<void>()
  app.post('/', (_request, reply) => {
    const answer = answerBy()
    // In the event loop's next turn, after the listeners of this event.
    answer.once('close', () => setImmediate(handled.resolve))
    asked.resolve()
    return reply.send(answer)
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void client.destroy())
  client.on('error', () => {}).resume()
  await once(client, 'connect')
  const body = '{}'
  client.write(
    `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  return { client, asked: asked.promise, handled: handled.promise, log }
}
