import { lookup } from 'node:dns/promises'
import * as http from 'node:http'
import * as https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { mayReach, toHost } from '#server/runs/models/addresses.rules.ts'
import type { Reach } from '#server/core/runner.ts'
import { ModelError } from '#server/runs/models/model-error.ts'

export type GuardedRequest = {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
  reach: Reach
  signal?: AbortSignal | undefined
}

export type GuardedAnswer = {
  status: number
  headers: http.IncomingHttpHeaders
  /** The body, streamed. */
  chunks: AsyncIterable<Buffer>
  /** Closes the connection; needed if the body was not read to its end. */
  close: () => void
}

export type Bounds = {
  /** Timeouts in milliseconds: to connect, between bytes, and for the whole request. */
  connectMs: number
  silenceMs: number
  wholeMs: number
  /** The maximum bytes of a response on the wire. */
  maxBytes: number
}

/** Informational responses, such as 103 Early Hints, each of 16 kB at most. */
const maxInformational = 10

export const defaultBounds: Bounds = {
  connectMs: 15_000,
  silenceMs: 60_000,
  wholeMs: 15 * 60_000,
  maxBytes: 2_000_000,
}

/** Resolves a host name to addresses. */
export type Resolve = (name: string) => Promise<{ address: string; family: number }[]>

const resolveByDns: Resolve = (name) => lookup(name, { all: true })

/**
 * Sends every request to an address that a user or the operator entered: within its reach, without redirects, proxies
 * or a reused connection, and limited in time and bytes.
 *
 * @throws ModelError, or the signal's reason once it is aborted; reading the chunks throws the same
 */
export async function sendGuarded(
  { method, url: address, headers, body, reach, signal }: GuardedRequest,
  bounds: Bounds = defaultBounds,
  resolve: Resolve = resolveByDns,
): Promise<GuardedAnswer> {
  signal?.throwIfAborted()
  const url = new URL(address)
  const isSecure = url.protocol === 'https:'
  const host = toHost(url)
  // Node calls no lookup for an IP address.
  if ((!isSecure && reach === 'internet') || (isIP(host) !== 0 && !mayReach(host, reach))) {
    throw new ModelError('address_refused')
  }

  const request = (isSecure ? https : http).request(url, {
    method,
    headers: {
      ...headers,
      'accept-encoding': 'identity',
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    },
    // A reused connection may have another reach, and the global agent may use a proxy.
    agent: false,
    lookup: lookupWithin(reach, resolve),
  })
  let response: http.IncomingMessage | undefined
  let reason: unknown
  const fail = (why: unknown) => {
    reason ??= why
    // Reading a response fails with its own error, not with that of its request.
    ;(response ?? request).destroy(why instanceof Error ? why : new Error('stopped'))
  }
  const stop = () => fail(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  const connecting = setTimeout(() => fail(new ModelError('model_unreachable')), bounds.connectMs)
  const whole = setTimeout(() => fail(new ModelError('model_cut')), bounds.wholeMs)
  let isConnected = false
  let informational = 0
  request.on('information', () => {
    informational++
    if (informational > maxInformational) fail(new ModelError('model_failed'))
  })
  request.once('socket', (socket) => {
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      isConnected = true
      clearTimeout(connecting)
      socket.setTimeout(bounds.silenceMs, () => fail(new ModelError('model_silent')))
    })
  })
  const settle = () => {
    clearTimeout(connecting)
    clearTimeout(whole)
    signal?.removeEventListener('abort', stop)
  }

  try {
    const incoming = await new Promise<http.IncomingMessage>((answer, refuse) => {
      request.once('response', answer)
      // Not `once`, because a request may fail more than once.
      request.on('error', refuse)
      request.end(body)
    })
    response = incoming
    const close = () => {
      settle()
      incoming.destroy()
    }
    // The response may arrive in the same packet as an excess of informational ones.
    if (reason !== undefined) {
      close()
      throw reason
    }
    const { socket } = incoming
    const isTooLong = () => socket.bytesRead > bounds.maxBytes
    return {
      status: incoming.statusCode ?? 0,
      headers: incoming.headers,
      chunks: readWithin(incoming, isTooLong, () => reason, close),
      close,
    }
  } catch (error) {
    settle()
    throw reason ?? toModelError(error, isConnected)
  }
}

async function* readWithin(
  response: http.IncomingMessage,
  isTooLong: () => boolean,
  findReason: () => unknown,
  close: () => void,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (isTooLong()) throw new ModelError('model_failed')
      yield chunk
    }
  } catch (error) {
    throw findReason() ?? toModelError(error, true)
  } finally {
    close()
  }
}

/** Resolves a name once and checks every address, so that the connection goes to one that was checked. */
function lookupWithin(reach: Reach, resolve: Resolve): LookupFunction {
  return (name, options, done) => {
    resolve(name).then(
      (addresses) => {
        const [first] = addresses
        if (first === undefined || !addresses.every(({ address }) => mayReach(address, reach))) {
          done(new ModelError('address_refused'), [])
        } else if (options.all) {
          done(null, addresses)
        } else {
          done(null, first.address, first.family)
        }
      },
      (error: unknown) => done(error as Error, []),
    )
  }
}

function toModelError(error: unknown, isConnected: boolean): ModelError {
  if (error instanceof ModelError) return error
  const { code = '' } = error as { code?: string }
  if (code.startsWith('HPE_')) return new ModelError('model_endpoint_missing')
  return new ModelError(isConnected ? 'model_cut' : 'model_unreachable')
}
