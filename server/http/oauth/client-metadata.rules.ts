import * as z from 'zod/mini'
import { isRedirect } from '#server/accounts/apps/oauth.rules.ts'

/** The maximum number of redirect addresses per client. */
const mostRedirects = 20
const nameLength = 100
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

const text = z.string().check(z.maxLength(2_000))

/** The fields read from a client's description, with their names in RFC 7591. No others are stored. */
const Description = z.object({
  client_id: z.optional(text),
  client_secret: z.optional(z.unknown()),
  client_name: z.optional(z.catch(text, '')),
  redirect_uris: z.optional(z.array(z.unknown()).check(z.maxLength(mostRedirects))),
  grant_types: z.optional(z.catch(z.array(text).check(z.maxLength(20)), [])),
  token_endpoint_auth_method: z.optional(text),
  token_endpoint_auth_signing_alg: z.optional(text),
  jwks_uri: z.optional(text),
})

/**
 * The accepted form of a client's description; undefined if it is rejected. Every client is a native one, which may be
 * answered via https, on this computer at any port, or in an app. Its scopes are omitted: each request names its own.
 *
 * @param isRegistered whether it describes itself, and so cannot have keys
 */
export function toClientMetadata(
  description: unknown,
  { isRegistered }: { isRegistered: boolean },
): Record<string, unknown> | undefined {
  const result = z.safeParse(Description, description)
  if (!result.success) return undefined
  const { client_id, client_secret, ...rest } = result.data
  const { client_name = '', redirect_uris = [], grant_types = [], ...keys } = rest
  // Anything everyone can read is not a secret.
  if (!isRegistered && client_secret !== undefined) return undefined
  if (!redirect_uris.every(isRedirect)) return undefined
  const isDevice = grant_types.includes(deviceGrant)
  const hasRedirects = redirect_uris.length > 0
  if (!isDevice && !hasRedirects) return undefined
  const name = toClientName(client_name)
  return {
    ...(!isRegistered && { ...keys, client_id }),
    ...(isRegistered && { token_endpoint_auth_method: 'none' }),
    ...(name !== '' && { client_name: name }),
    application_type: 'native',
    redirect_uris,
    response_types: hasRedirects ? ['code'] : [],
    grant_types: [
      ...(hasRedirects ? ['authorization_code'] : []),
      'refresh_token',
      ...(isDevice ? [deviceGrant] : []),
    ],
  }
}

/** A client's own name, on one line and of limited length. */
export function toClientName(name: string): string {
  return [...name.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim()].slice(0, nameLength).join('')
}
