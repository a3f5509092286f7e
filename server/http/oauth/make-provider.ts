import { generateKeyPairSync } from 'node:crypto'
import { errors, Provider, type Configuration } from 'oidc-provider'
import { deviceNameField, oauthPaths } from '#contract/accounts/oauth.ts'
import { tokenScopes } from '#contract/core/scopes.ts'
import { screenAddress, screens } from '#contract/screens.ts'
import {
  isOwnProgram,
  ownPrograms,
  resourceOf,
  scopesOf,
} from '#server/accounts/apps/oauth.rules.ts'
import type { Services } from '#server/core/services.ts'
import { fetchFromApp } from '#server/http/oauth/description-reach.ts'
import { authMethods, signingAlgorithms } from '#server/http/oauth/describe-server.ts'
import { makeAdapter } from '#server/http/oauth/store-objects.ts'

const minute = 60
const day = 24 * 60 * minute

/**
 * The authorization server of OAuth 2.1: authorization codes with PKCE, refresh tokens and the device flow, for `/mcp`;
 * for our own programs, the device flow for the whole server. It neither reads nor sets cookies, and does not know who
 * is logged in: it stores an app's request, and `answer-request.ts` stores the answer.
 */
export function makeProvider(services: Services): Provider {
  const { config, log } = services
  // Signs nothing: tokens are random, and there are no ID tokens.
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const configuration: Configuration = {
    adapter: makeAdapter(services),
    jwks: { keys: [privateKey.export({ format: 'jwk' })] },
    scopes: [...tokenScopes],
    clients: ownPrograms.map((client_id) => ({
      client_id,
      application_type: 'native',
      grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
      redirect_uris: [],
      response_types: [],
    })),
    responseTypes: ['code'],
    clientAuthMethods: [...authMethods],
    enabledJWA: { clientAuthSigningAlgValues: [...signingAlgorithms] },
    clientDefaults: { id_token_signed_response_alg: 'ES256', token_endpoint_auth_method: 'none' },
    // For the clocks of apps that sign.
    clockTolerance: minute,
    features: {
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        cacheDuration: { min: 5 * minute, max: day },
      },
      deviceFlow: { enabled: true, deviceInfo: () => ({}) },
      devInteractions: { enabled: false },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_context, { clientId }) => resourceOf(config, clientId),
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, asked, { clientId }) => {
          if (asked !== resourceOf(config, clientId)) throw new errors.InvalidTarget()
          return {
            scope: scopesOf(clientId).join(' '),
            audience: asked,
            accessTokenFormat: 'opaque',
          }
        },
      },
      revocation: {
        enabled: true,
        allowedPolicy: (_context, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    fetch: (url) => fetchFromApp(services, new URL(url instanceof Request ? url.url : url).href),
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    formats: { bitsOfOpaqueRandomness: 256 },
    expiresWithSession: () => false,
    extraParams: [deviceNameField],
    interactions: {
      url: (_context, { uid }) => screenAddress(screens.connect, { uid }),
    },
    issueRefreshToken: (_context, { clientId }) => !isOwnProgram(clientId),
    pkce: { required: () => true },
    renderError: (context, { error, error_description: description }) => {
      context.type = 'text/plain; charset=utf-8'
      context.body = description ?? error
    },
    // An app that revokes one token revokes all.
    revokeGrantPolicy: () => true,
    rotateRefreshToken: true,
    routes: {
      authorization: oauthPaths.authorize,
      token: oauthPaths.token,
      registration: oauthPaths.register,
      revocation: oauthPaths.revoke,
      device_authorization: oauthPaths.device,
      // The address that devices show.
      code_verification: screens.connectDevice,
    },
    ttl: {
      // Two concurrent commands would use the same refresh token, which looks like a theft.
      AccessToken: (_context, _token, { clientId }) =>
        isOwnProgram(clientId) ? 365 * day : 60 * minute,
      DeviceCode: 10 * minute,
      Interaction: 30 * minute,
      // The app may end earlier.
      RefreshToken: 365 * day,
    },
  }
  const provider = new Provider(config.baseUrl, configuration)
  // Other modes answer with a page that has a script, or where scripts of the app can read it.
  provider.use(async (context, next) => {
    const { response_mode: mode = 'query' } = context.query
    if (mode === 'query') return next()
    context.status = 400
    context.body = 'it requests an unknown response mode'
  })
  provider.on('server_error', (_context, err) => log.error({ err }, 'The OAuth server failed'))
  return provider
}
