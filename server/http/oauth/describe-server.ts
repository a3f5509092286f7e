import { oauthPaths } from '#contract/accounts/oauth.ts'
import { assistantScopes } from '#contract/core/scopes.ts'
import { mcpResource } from '#server/accounts/apps/oauth.rules.ts'

/** How an app authenticates: not at all, or with a key that its description names. */
export const authMethods = ['none', 'private_key_jwt'] as const
export const signingAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const

/** The documents of RFC 8414 and RFC 9728, by their addresses. */
export function describeServer(
  baseUrl: string,
  { offersDescriptions }: { offersDescriptions: boolean },
): Record<string, object> {
  const resource = {
    resource: mcpResource({ baseUrl }),
    authorization_servers: [baseUrl],
    scopes_supported: assistantScopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Promptshelf',
  }
  return {
    '/.well-known/oauth-authorization-server': {
      issuer: baseUrl,
      authorization_endpoint: baseUrl + oauthPaths.authorize,
      token_endpoint: baseUrl + oauthPaths.token,
      registration_endpoint: baseUrl + oauthPaths.register,
      revocation_endpoint: baseUrl + oauthPaths.revoke,
      device_authorization_endpoint: baseUrl + oauthPaths.device,
      scopes_supported: assistantScopes,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: [
        'authorization_code',
        'refresh_token',
        'urn:ietf:params:oauth:grant-type:device_code',
      ],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: authMethods,
      token_endpoint_auth_signing_alg_values_supported: signingAlgorithms,
      revocation_endpoint_auth_methods_supported: authMethods,
      authorization_response_iss_parameter_supported: true,
      ...(offersDescriptions && { client_id_metadata_document_supported: true }),
    },
    '/.well-known/oauth-protected-resource': resource,
    '/.well-known/oauth-protected-resource/mcp': resource,
  }
}
