import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { startServer, type ServerProcess } from '#tests/support/server-process.ts'
import { expectWithin, report, times } from './support/fault-length.ts'
import { siteUser } from '#tests/support/clients/site-user.ts'
import { watchHealth } from './support/watch-health.ts'

const boundMs = 15_000
/** Tolerance for a busy machine. */
const marginMs = 2_000
const ofEachKind = times(20, 200)
const idleConnections = times(500, 2_000)

function open({ origin }: ServerProcess, ...lines: string[]): Socket {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(lines.join('\r\n'))
  onTestFinished(() => {
    socket.destroy()
  })
  return socket
}

/** Resolves on any kind of close; `once` would reject on a reset. */
function closingOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve()
    else socket.on('close', () => resolve())
  })
}

/** Sends bytes slowly until the server disconnects. Returns the milliseconds until then. */
async function drip(socket: Socket, piece: string): Promise<number> {
  const began = performance.now()
  const dripping = setInterval(() => socket.write(piece), 400)
  socket.resume()
  await closingOf(socket)
  clearInterval(dripping)
  return performance.now() - began
}

describe('A slow client', () => {
  test('is disconnected within 15 seconds, while others are served', async () => {
    const server = await startServer({}, { hasPromptLimit: false })
    const user = siteUser(server.origin, 'ada@example.com')
    await user.signUp()
    // More than the system buffers of an unread answer.
    for (let n = 0; n < 60; n++) {
      await user.ask(calls.createPrompt, {
        name: `Long ${n}`,
        color: 'f1f5f9',
        prompt: 'x'.repeat(200_000),
      })
    }
    const whole = JSON.stringify(await user.ask(calls.downloadAccount, {})).length
    const watch = watchHealth(server)
    const post = ['POST /api/login HTTP/1.1', 'Host: localhost', 'Content-Type: application/json']
    const many = <Made>(make: () => Made) => Array.from({ length: ofEachKind }, make)
    const drips = Promise.all([
      ...many(() => drip(open(server, 'GET /api/health HTTP/1.1', 'Host: loc'), 'a')),
      ...many(() => drip(open(server, ...post, 'X-Slow: '), 'a')),
      ...many(() => drip(open(server, ...post, 'Content-Length: 5000', '', '{'), ' ')),
      ...many(() =>
        drip(open(server, ...post, 'Transfer-Encoding: chunked', '', ''), '1\r\n \r\n'),
      ),
      ...many(() => drip(open(server, ''), '')),
    ])
    const reader = open(
      server,
      'GET /api/profile/data HTTP/1.1',
      'Host: localhost',
      `Cookie: ${user.cookie()}`,
      '',
      '',
    )
    await once(reader, 'readable')
    await delay(boundMs + marginMs)
    let taken = 0
    reader.on('data', (piece: Buffer) => (taken += piece.length)).resume()
    await closingOf(reader)
    expect(taken).toBeLessThan(whole)
    const cutOff = await drips
    expectWithin(boundMs + marginMs, Math.max(...cutOff))

    const { failures, late, answers, slowestMs } = await watch.end()
    report(
      `${cutOff.length} slow clients cut off within ${Math.round(Math.max(...cutOff))} ms; a reader who ` +
        `stopped got ${taken} of ${whole} bytes; ${answers} answers to others, slowest ${slowestMs} ms`,
    )
    expect(failures).toBe(0)
    expect(late / answers).toBeLessThan(0.01)
    expect(await server.stop()).toBe(0)
  })

  test('that only keeps its connection open costs almost nothing', async () => {
    const server = await startServer()
    const before = residentKilobytes(server.pid)
    for (let opened = 0; opened < idleConnections; opened += 100) {
      await Promise.all(
        Array.from({ length: 100 }, () =>
          once(open(server, 'GET /api/health HTTP/1.1', 'Host: localhost', '', ''), 'data'),
        ),
      )
    }
    const each = (residentKilobytes(server.pid) - before) / idleConnections
    const watch = watchHealth(server)
    await siteUser(server.origin, 'ada@example.com').signUp()
    await delay(1_000)
    const { failures, late, answers, slowestMs } = await watch.end()
    report(
      `${idleConnections} idle connections: ${each.toFixed(1)} kB each, slowest answer ${slowestMs} ms`,
    )
    expect(failures).toBe(0)
    expect(late / answers).toBeLessThan(0.05)
    expect(each).toBeLessThan(50)
    expect(await server.stop()).toBe(0)
  })
})

function residentKilobytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}
