import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server as TcpServer,
} from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { findReach, mayReach, toHost } from '#server/runs/models/addresses.rules.ts'
import type { Reach } from '#server/core/runner.ts'
import { sendGuarded, defaultBounds, type Resolve } from '#server/runs/models/guarded-request.ts'
import { refusedHosts } from '#tests/fixtures/refused-hosts.ts'

/** Answers every request, so that only the guard prevents them. */
let target: Server
let port: number
let visits = 0
beforeAll(async () => {
  target = createServer((_request, response) => {
    visits++
    response.end('inside')
  })
  target.listen(0, '127.0.0.1')
  await once(target, 'listening')
  port = (target.address() as AddressInfo).port
})
afterAll(() => target.close())

const bounds = { ...defaultBounds, connectMs: 1000 }
const onInternet = { isLocal: false, modelHosts: [] }
const onLocalhost = { isLocal: true, modelHosts: [] }

describe('An address outside the internet', () => {
  test.each(refusedHosts)('is refused: https://%s', async (host) => {
    const before = visits
    const url = `https://${host}:${port}/v1`
    expect(findReach(url, onInternet)).toBe(undefined)
    // Directly, and by a name that resolves to it.
    await expectRefusal(sendGuarded(toRequest(url), bounds))
    const address = toHost(new URL(url))
    const named = toRequest(`https://models.example:${port}/v1`)
    await expectRefusal(sendGuarded(named, bounds, leadsTo(address)))
    const publicOne = { address: '93.184.215.14', family: 4 }
    const both: Resolve = async () => [publicOne, ...(await leadsTo(address)(''))]
    await expectRefusal(sendGuarded(named, bounds, both))
    expect(visits).toBe(before)
  })

  test('is refused with a zone, without an address, and without TLS', async () => {
    expect(mayReach('fe80::1%lo', 'internet')).toBe(false)
    expect(mayReach('2a00:1450:4001::1%eth0', 'internet')).toBe(false)
    expect(mayReach('models.example', 'internet')).toBe(false)
    const url = 'https://models.example/'
    await expectRefusal(sendGuarded(toRequest(url), bounds, async () => []))
    await expectRefusal(sendGuarded(toRequest('http://93.184.215.14/'), bounds))
    for (const local of ['http://models.example', 'https://localhost', 'http://localhost:11434']) {
      expect([local, findReach(local, onInternet)]).toEqual([local, undefined])
    }
  })

  test('is not reached by a name that resolves to another address the second time', async () => {
    const answers = ['93.184.215.14', '127.0.0.1']
    const resolve = vi.fn<Resolve>(async () => leadsTo(answers.shift() ?? '127.0.0.1')(''))
    const before = visits
    const url = `https://models.example:${port}/`
    await expect(sendGuarded(toRequest(url), bounds, resolve)).rejects.toThrow()
    expect([resolve.mock.calls.length, visits]).toEqual([1, before])

    // If the check passes, the connection goes to the address that was checked.
    const here = ['127.0.0.1', '127.0.0.2', '127.0.0.2']
    const later = vi.fn<Resolve>(async () => leadsTo(here.shift() ?? '')(''))
    const answer = await sendGuarded(toRequest(`http://name:${port}/`, 'self'), bounds, later)
    answer.close()
    expect([later.mock.calls.length, visits]).toEqual([1, before + 1])
  })

  test('is not reached by a redirect', async () => {
    const redirecting = createServer((_request, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end()
    })
    redirecting.listen(0, '127.0.0.1')
    await once(redirecting, 'listening')
    onTestFinished(() => void redirecting.close())
    const before = visits
    const { port: there } = redirecting.address() as AddressInfo
    const { status, close } = await sendGuarded(toRequest(`http://127.0.0.1:${there}/`, 'self'))
    close()
    expect([status, visits]).toEqual([307, before])
  })

  test('is not reached by a proxy of the environment', async () => {
    const proxy = `http://127.0.0.1:${port}`
    for (const name of ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']) {
      vi.stubEnv(name, proxy)
    }
    vi.stubEnv('NODE_USE_ENV_PROXY', '1')
    onTestFinished(() => void vi.unstubAllEnvs())
    const before = visits
    const request = toRequest('https://models.example/')
    await expect(sendGuarded(request, bounds, leadsTo('93.184.215.14'))).rejects.toThrow()
    expect(visits).toBe(before)
  })
})

test.each([
  ['https://api.openai.com/v1', 'internet'],
  ['https://models.example:8443', 'internet'],
  ['https://8.8.8.8', 'internet'],
  ['https://[2606:4700:4700::1111]/v1', 'internet'],
])('An address of the internet is accepted: %s', (url, reach) => {
  expect(findReach(url, onInternet)).toBe(reach)
  const host = toHost(new URL(url))
  if (!host.includes('example') && !host.includes('openai')) {
    expect(mayReach(host, 'internet')).toBe(true)
  }
})

test('On localhost, this machine is accepted, but no other one of its network', async () => {
  for (const url of ['http://localhost:11434/v1', 'http://127.0.0.1:8080', 'http://[::1]:1234']) {
    expect(findReach(url, onLocalhost)).toBe('self')
  }
  for (const url of ['http://192.168.0.7:11434', 'https://10.0.0.1', 'http://[::ffff:10.0.0.1]']) {
    expect(findReach(url, onLocalhost)).toBe(undefined)
  }
  const request = toRequest(`http://localhost:${port}/`, 'self')
  await expectRefusal(sendGuarded(request, bounds, leadsTo('192.168.0.7')))
})

test('An origin that the operator lists is accepted, but no other port or protocol of it', async () => {
  const config = { isLocal: false, modelHosts: [`http://127.0.0.1:${port}`] }
  expect(findReach(`http://127.0.0.1:${port}/v1`, config)).toBe('anywhere')
  expect(findReach(`http://127.0.0.1:${port + 1}/v1`, config)).toBe(undefined)
  expect(findReach(`https://127.0.0.1:${port}/v1`, config)).toBe(undefined)
  const { chunks } = await sendGuarded(toRequest(`http://127.0.0.1:${port}/`, 'anywhere'))
  const read = []
  for await (const chunk of chunks) read.push(chunk.toString())
  expect(read).toEqual(['inside'])
})

test('A server that accepts a connection, but never finishes TLS, is unreachable', async () => {
  const mute = createTcpServer(() => {})
  mute.listen(0, '127.0.0.1')
  await once(mute, 'listening')
  onTestFinished(() => void mute.close())
  const { port: there } = mute.address() as AddressInfo
  const sending = sendGuarded(toRequest(`https://127.0.0.1:${there}/`, 'self'), bounds)
  await expect(sending).rejects.toMatchObject({ code: 'model_unreachable' })
})

test('An answer is read up to its limit, which counts the bytes on the wire', async () => {
  const padding = 'x'.repeat(4_000)
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
    // A byte of the answer in each chunk.
    const chunk = `1;${padding}\r\ny\r\n`
    socket.write(`${chunk.repeat(200)}0\r\n\r\n`)
  })
  const there = await listen(server)
  const request = toRequest(`http://127.0.0.1:${there}/`, 'self')
  const { chunks } = await sendGuarded(request, { ...bounds, maxBytes: 100_000 })
  let read = 0
  const reading = async () => {
    for await (const chunk of chunks) read += chunk.length
  }
  await expect(reading()).rejects.toMatchObject({ code: 'model_failed' })
  expect(read).toBeLessThan(200)
})

test('Informational responses are limited', async () => {
  const hint = 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>; rel=preload\r\n\r\n'
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    const count = hints
    socket.once('data', () => {
      socket.write(`${hint.repeat(count)}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok`)
    })
  })
  const there = await listen(server)
  let hints = 10
  const ask = async () => sendGuarded(toRequest(`http://127.0.0.1:${there}/`, 'self'), bounds)
  const { status, close } = await ask()
  close()
  expect(status).toBe(200)
  hints = 11
  await expect(ask()).rejects.toMatchObject({ code: 'model_failed' })
})

test('A name that cannot be resolved is unreachable', async () => {
  const resolve: Resolve = () => Promise.reject(new Error('ENOTFOUND'))
  const sending = sendGuarded(toRequest('https://models.example/'), bounds, resolve)
  await expect(sending).rejects.toMatchObject({ code: 'model_unreachable' })
})

function toRequest(url: string, reach: Reach = 'internet') {
  return { method: 'GET' as const, url, headers: {}, reach }
}

function leadsTo(address: string): Resolve {
  return async () => [{ address, family: address.includes(':') ? 6 : 4 }]
}

async function listen(server: Server | TcpServer): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

async function expectRefusal(sending: Promise<unknown>): Promise<void> {
  await expect(sending).rejects.toMatchObject({ code: 'address_refused' })
}
