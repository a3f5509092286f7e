import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import MemoryAdapter from 'oidc-provider/lib/adapters/memory_adapter.js'
import { calls } from '#contract/calls.ts'
import type { ApiUser } from '#tests/support/api-user.ts'

export type Person = {
  subject: string
  email: string
  isVerified: boolean
  /** The Workspace domain whose mailboxes Google runs; undefined: none. */
  domain?: string
}

export type OpenIdProvider = {
  /** The variables that make the server use it, as in `.env.example`. */
  environment: { GOOGLE_CLIENT_ID: string; GOOGLE_CLIENT_SECRET: string; GOOGLE_ISSUER: string }
  /** The user who logs in next; undefined: the user denies access. */
  person: Person | undefined
  /** Replaces the ID token with one of this person, signed with another key; undefined: the genuine one. */
  forged: Person | undefined
  goDown: () => Promise<void>
  /** On the same port as before. */
  comeBack: () => Promise<void>
  stop: () => Promise<void>
}

// Its advice is for production.
for (const level of ['info', 'warn'] as const) {
  const write = console[level]
  console[level] = (...words: unknown[]) => {
    if (!String(words[0]).includes('oidc-provider')) write(...words)
  }
}
const { default: Provider } = await import('oidc-provider')

/** One for all providers: generating it takes longer than most tests. */
const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const client = { id: 'promptshelf', secret: 'a secret between the two of them' }

/**
 * A real OpenID provider in place of Google, which logs the next person in without asking.
 *
 * @param origin the origin to which it redirects browsers
 */
export async function startOpenIdProvider(origin: string, port = 0): Promise<OpenIdProvider> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, Person>()

  const provider = new Provider(issuer, {
    adapter: MemoryAdapter,
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`${origin}/verify-glogin`],
      },
    ],
    claims: { email: ['email', 'email_verified', 'hd'] },
    // Like Google, puts the claims into the ID token itself.
    conformIdTokenClaims: false,
    cookies: { keys: ['a key for cookies'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, id) => {
      const person = people.get(id)
      return {
        accountId: id,
        claims: () => ({
          sub: id,
          email: person?.email,
          email_verified: person?.isVerified,
          hd: person?.domain,
        }),
      }
    },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    loadExistingGrant: async (context) => {
      const { client: asking, session } = context.oidc
      const grant = new context.oidc.provider.Grant({
        clientId: asking?.clientId ?? '',
        accountId: session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
    pkce: { required: () => true },
    renderError: (context, out) => {
      context.body = out
    },
  })

  provider.use(async (context, next) => {
    await next()
    const body = context.body as { id_token?: string } | undefined
    if (self.forged && body?.id_token) body.id_token = forge(body.id_token, self.forged)
  })

  const answer = provider.callback()
  const goDown = async () => {
    server.close()
    server.closeAllConnections()
  }
  const self: OpenIdProvider = {
    environment: {
      GOOGLE_CLIENT_ID: client.id,
      GOOGLE_CLIENT_SECRET: client.secret,
      GOOGLE_ISSUER: issuer,
    },
    person: undefined,
    forged: undefined,
    goDown,
    comeBack: async () => {
      server.listen(Number(new URL(issuer).port), '127.0.0.1')
      await once(server, 'listening')
    },
    stop: goDown,
  }
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) {
      void answer(request, response)
      return
    }
    const { person } = self
    if (person) people.set(person.subject, person)
    void provider.interactionFinished(
      request,
      response,
      person ? { login: { accountId: person.subject } } : { error: 'access_denied' },
    )
  })
  return self
}

/** Follows the button's redirects like a browser. Returns the query of Google's redirect. */
export async function goToGoogle(user: ApiUser): Promise<Record<string, string>> {
  const { url } = await user.call(calls.getGoogleLink, {})
  const cookies = new Map<string, string>()
  let address = url
  while (new URL(address).pathname !== '/verify-glogin') {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    const next = response.headers.get('location')
    if (next === null)
      throw new Error(`Google answered ${response.status}: ${await response.text()}`)
    address = new URL(next, address).href
  }
  return Object.fromEntries(new URL(address).searchParams)
}

/** An ID token with the same header and the given claims, signed with another key. */
function forge(token: string, { subject, email, isVerified, domain }: Person): string {
  const [head = '', body = ''] = token.split('.')
  const claims = {
    ...(JSON.parse(Buffer.from(body, 'base64url').toString()) as object),
    sub: subject,
    email,
    email_verified: isVerified,
    hd: domain,
  }
  const signingInput = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return `${signingInput}.${sign('sha256', Buffer.from(signingInput), privateKey).toString('base64url')}`
}
