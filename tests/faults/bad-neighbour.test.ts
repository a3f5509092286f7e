import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { findFreePort, startServer } from '#tests/support/server-process.ts'
import { expectWithin, isLong, report } from './support/fault-length.ts'
import { siteUser } from '#tests/support/clients/site-user.ts'

/** How an external service may fail. */
const moods: Record<string, (socket: Socket) => void> = {
  'is down': (socket) => socket.destroy(),
  'sends nothing': () => {},
  'talks nonsense': (socket) => socket.end('220 hello\r\nHTTP/1.1 200 OK\r\n\r\n<html>'),
  'answers with a page': (socket) => {
    const page = '<html>Welcome to the hotel. Please sign in to the network.</html>'
    socket.end(
      `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${page.length}\r\n\r\n${page}`,
    )
  },
  'stops in the middle': (socket) => {
    socket.write(
      'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"id"',
    )
  },
}

/** Listens in place of a service and misbehaves. */
async function startNeighbour(mood: string): Promise<number> {
  const sockets = new Set<Socket>()
  const neighbour = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    if (mood === 'is down' || mood === 'talks nonsense') moods[mood]?.(socket)
    else socket.once('data', () => moods[mood]?.(socket))
  }).listen(0, '127.0.0.1')
  await once(neighbour, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    neighbour.close()
    await once(neighbour, 'close')
  })
  return (neighbour.address() as AddressInfo).port
}

const boundMs = 25_000

const all = [...Object.keys(moods), 'is not there']

describe.each(isLong ? all : ['talks nonsense', 'stops in the middle'])(
  'While an external service %s',
  (mood) => {
    test('calls that need it fail in time, and everything else works', async () => {
      const port = mood === 'is not there' ? await findFreePort() : await startNeighbour(mood)
      const where = `127.0.0.1:${port}`
      const server = await startServer({
        LOG_LEVEL: 'fatal',
        SMTP_URL: `smtp://${where}`,
        MAIL_FROM: 'shelf@example.com',
        GOOGLE_CLIENT_ID: 'promptshelf',
        GOOGLE_CLIENT_SECRET: 'secret',
        GOOGLE_ISSUER: `http://${where}`,
        PAYMENTS: 'stripe',
        STRIPE_SECRET_KEY: 'sk_test_double',
        STRIPE_WEBHOOK_SECRET: 'whsec_double',
        STRIPE_API_URL: `http://${where}`,
      })
      const user = siteUser(server.origin, 'ada@example.com')
      // Its mail stays in the queue.
      await user.signUp()
      const began = performance.now()
      const refusals = Promise.all([
        user.call(calls.getGoogleLink, {}),
        user.call(calls.checkOut, { id: 'plus-monthly', type: 'monthly' }),
      ])
      await user.ask(calls.createPrompt, { name: 'Launch', color: 'f1f5f9', prompt: 'x' })
      await user.ask(calls.listPrompts, {})
      expectWithin(2_000, performance.now() - began)
      const [google, stripe] = await refusals
      const tookMs = performance.now() - began
      report(`Google and Stripe while a service ${mood}: refused after ${Math.round(tookMs)} ms`)
      expect([google.status, google.code]).toEqual([503, 'unavailable'])
      expect([stripe.status, stripe.code]).toEqual([503, 'payment_unavailable'])
      expectWithin(boundMs, tookMs)
      const stopping = performance.now()
      expect(await server.stop()).toBe(0)
      expectWithin(10_000, performance.now() - stopping)
    })
  },
)
