import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { cutOffSlowReaders } from '#server/http/guards/slow-readers.ts'

const patienceMs = 100

test('An answer may pause for longer than a client may', async () => {
  const { port } = await serve(async function* () {
    yield 'begun, '
    await delay(6 * patienceMs)
    yield 'finished'
  })
  const response = await fetch(`http://127.0.0.1:${port}/`)
  expect(await response.text()).toBe('begun, finished')
})

test('A client that stops reading is cut off', async () => {
  const piece = 'x'.repeat(1_000_000)
  const { port, ended } = await serve(async function* () {
    // More than the system buffers of a connection.
    for (let count = 0; count < 100; count++) yield piece
  })
  const client = connect(port, '127.0.0.1')
  client.on('error', () => {})
  onTestFinished(() => {
    client.destroy()
  })
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(client, 'readable')
  await ended
})

/** `ended` settles when the answer stops being read. */
async function serve(answer: () => AsyncGenerator<string>) {
  const app = Fastify()
  onTestFinished(() => app.close())
  cutOffSlowReaders(app, patienceMs)
  const ended = Promise.withResolvers<void>()
  app.get('/', (_request, reply) => {
    const body = Readable.from(answer())
    body.once('close', ended.resolve)
    return reply.send(body)
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return { port: (app.server.address() as AddressInfo).port, ended: ended.promise }
}
