import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { oauthPaths } from '#contract/accounts/oauth.ts'
import { askForAccess, waitForAccess } from './ask-for-access.ts'

let server: Server | undefined
afterEach(() => {
  server?.close()
  server?.closeAllConnections()
  vi.restoreAllMocks()
})

async function serve(answer: RequestListener): Promise<string> {
  server = createServer(answer)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** An answer with this status and JSON. */
function json(status: number, body: unknown): RequestListener {
  return (_request, response) => void response.writeHead(status).end(JSON.stringify(body))
}

const device = { device_code: 'x', user_code: 'ABCD', expires_in: 600, interval: 0 }
const asked = { ...device, verification_uri: 'https://prompts.example.com/connect/device' }

describe('Asking for access', () => {
  it.each([
    ['an invalid answer', 'strange', json(200, { ...asked, device_code: 7 })],
    [
      'an address that runs scripts',
      'strange',
      json(200, { ...asked, verification_uri: 'javascript:1' }),
    ],
    [
      'an answer without end',
      'strange',
      (_request, response) => {
        const piece = Buffer.alloc(1_000_000, 'x')
        const send = () => {
          while (response.writable && response.write(piece));
          response.once('drain', send)
        }
        send()
      },
    ],
    [
      'a redirect',
      'unreachable',
      (_request, response) => {
        response.writeHead(307, { location: '/elsewhere' }).end()
      },
    ],
    ['silence', 'unreachable', () => {}],
    ['a release without this login', 'old', json(401, { error: 'invalid_client' })],
    ['a release without any', 'old', json(404, { status: 'error', code: 'not_found', msg: '' })],
    ['another program', 'strange', json(404, {})],
  ] satisfies [string, string, RequestListener][])(
    'ends with a reason after %s',
    async (_what, failure, answer) => {
      const { timeout } = AbortSignal
      vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
        timeout.call(AbortSignal, ms / 30),
      )
      expect(await askForAccess(await serve(answer))).toBe(failure)
    },
  )

  it('ends with a reason if no server answers', async () => {
    expect(await askForAccess('http://127.0.0.1:1')).toBe('unreachable')
  })
})

describe('Waiting for access', () => {
  const grant = (token: unknown, described: unknown): RequestListener => {
    return (request, response) => {
      const isToken = request.url === oauthPaths.token
      const body = isToken ? { access_token: token } : described
      response.end(JSON.stringify(body))
    }
  }
  const described = {
    status: 'success',
    name: 'x',
    scopes: ['library:read'],
    folder: null,
    expiresAt: null,
  }

  it('returns the login', async () => {
    const origin = await serve(grant('secret', { ...described, accountId: 'ada' }))
    expect(await waitForAccess(origin, asked)).toEqual({
      origin,
      token: 'secret',
      accountId: 'ada',
      scopes: ['library:read'],
      folder: null,
    })
  })

  it.each([
    ['denied', json(400, { error: 'access_denied' })],
    ['expired', json(400, { error: 'expired_token' })],
    ['strange', json(400, { error: 'surprise' })],
    ['strange', grant('a token\nwith lines', described)],
    ['strange', grant('secret', {})],
    // Its tokens do not say whose they are.
    ['old', grant('secret', described)],
  ] satisfies [string, RequestListener][])('ends with the reason %s', async (failure, answer) => {
    expect(await waitForAccess(await serve(answer), asked)).toBe(failure)
  })
})
