import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  Client,
  StreamableHTTPClientTransport,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client'

export type McpApp = {
  /**
   * The app's own server on this computer, to which the browser is redirected. `/frame?address=` shows a page in a
   * frame, `/popup` has a button that connects in a popup.
   */
  origin: string
  /** Starts connecting. Returns the address to open in the browser. */
  begin: () => Promise<string>
  /** The answer in the browser's redirect. */
  answer: () => Promise<URLSearchParams>
  /** Connects with that answer. */
  finish: () => Promise<Client>
  stop: () => Promise<void>
}

/** An app on this computer that registers itself and connects by OAuth, with the official client. */
export async function startMcpApp(server: string, name: string): Promise<McpApp> {
  const { promise: answered, resolve } = Promise.withResolvers<URLSearchParams>()
  const listener = createServer((request: IncomingMessage, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    response.setHeader('content-type', 'text/html; charset=utf-8')
    const start = '<!doctype html><link rel="icon" href="data:,"><title>App</title>'
    if (pathname === '/frame') {
      return response.end(`${start}<iframe src="${searchParams.get('address')}"></iframe>`)
    }
    if (pathname === '/popup') {
      return response.end(`${start}<button>Connect</button><output></output><script>
        onmessage = ({ data }) => { document.querySelector('output').textContent = data }
        document.querySelector('button').onclick = () => open('/begin', 'connect', 'popup')
      </script>`)
    }
    if (pathname === '/begin')
      return response.writeHead(302, { location: kept.address?.href }).end()
    response.end(`${start}<p>Back in the app<script>
      if (window.opener) { opener.postMessage('Connected in the popup', origin); close() }
    </script>`)
    if (pathname === '/callback') resolve(searchParams)
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const origin = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  const redirectUrl = `${origin}/callback`

  const kept: { client?: unknown; tokens?: unknown; verifier?: string; address?: URL } = {}
  const authProvider = {
    redirectUrl,
    clientMetadata: {
      client_name: name,
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'library:read library:write',
    },
    clientInformation: () => kept.client as never,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens as never,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (url) => void (kept.address = url),
    saveCodeVerifier: (text) => void (kept.verifier = text),
    codeVerifier: () => kept.verifier ?? '',
    // It connects again if its tokens are rejected.
    invalidateCredentials: () => void delete kept.tokens,
  } satisfies OAuthClientProvider
  const openTransport = () =>
    new StreamableHTTPClientTransport(new URL(`${server}/mcp`), { authProvider })
  const first = openTransport()
  const client = new Client({ name: 'journey', version: '1' })

  return {
    origin,
    async begin() {
      const refused: unknown = await new Client({ name: 'journey', version: '1' })
        .connect(first)
        .catch((error: unknown) => error)
      if (kept.address === undefined) throw refused
      return kept.address.href
    },
    answer: () => answered,
    async finish() {
      await first.finishAuth(await answered)
      await client.connect(openTransport())
      return client
    },
    async stop() {
      await client.close()
      listener.closeAllConnections()
      listener.close()
      await once(listener, 'close')
    },
  }
}
