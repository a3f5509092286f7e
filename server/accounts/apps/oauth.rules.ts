import { commandLineId, extensionId } from '#contract/accounts/oauth.ts'
import {
  assistantScopes,
  parseScopes,
  tokenScopes,
  withIncluded,
  type TokenScope,
} from '#contract/core/scopes.ts'
import type { Config } from '#server/config/config.ts'

/** How long a registered client is kept without use. */
export const clientKeptMs = 30 * 24 * 60 * 60_000
/** How long an unused registration is kept, and the maximum size of its description in bytes. */
export const newClientKeptMs = 24 * 60 * 60_000
export const clientBytes = 4096

/** This product's own programs, which need no registration and call the API. */
export const ownPrograms: readonly string[] = [commandLineId, extensionId]

export function isOwnProgram(clientId: string | undefined): boolean {
  return clientId !== undefined && ownPrograms.includes(clientId)
}

/** What a client may request. */
export function scopesOf(clientId: string): readonly TokenScope[] {
  return isOwnProgram(clientId) ? tokenScopes : assistantScopes
}

/** The audience of a client's access tokens: `/mcp`; for our own programs, the whole server. */
export function resourceOf({ baseUrl }: Pick<Config, 'baseUrl'>, clientId: string): string {
  return isOwnProgram(clientId) ? baseUrl : mcpResource({ baseUrl })
}

export function mcpResource({ baseUrl }: Pick<Config, 'baseUrl'>): string {
  return `${baseUrl}/mcp`
}

/** The scopes of a request that its client may request, with those that they include. */
export function toAskedScopes(params: { client_id: string; scope?: unknown }): TokenScope[] {
  const { client_id: clientId, scope } = params
  const named = parseScopes(typeof scope === 'string' ? scope : '')
  return withIncluded(named.filter((one) => scopesOf(clientId).includes(one)))
}

/** The host that vouches for a client: that of its description. Null for a registered one. */
export function toClientHost(clientId: string): string | null {
  return clientId.startsWith('https://') && URL.canParse(clientId) ? new URL(clientId).host : null
}

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/** The destination of a redirect to an address: a host, or the scheme of an app. Null: this computer. */
export function toDestination(redirectUri: string): string | null {
  const { protocol, hostname, host } = new URL(redirectUri)
  if (protocol === 'http:' && loopback.test(hostname)) return null
  return protocol === 'https:' || protocol === 'http:' ? host : protocol
}

/** Schemes of desktop apps, in addition to reversed domain names (RFC 8252, section 7.1). */
const appSchemes = new Set([
  'cursor:',
  'kiro:',
  'raycast:',
  'trae:',
  'vscode:',
  'vscode-insiders:',
  'vscodium:',
  'warp:',
  'windsurf:',
  'zed:',
])

/** Whether an app may receive its answer at an address: via https, on this computer, or in an app. */
export function isRedirect(uri: unknown): uri is string {
  if (typeof uri !== 'string' || uri.length > 2_000 || !URL.canParse(uri)) return false
  const { protocol, hostname, username, password } = new URL(uri)
  if (uri.includes('#') || username !== '' || password !== '') return false
  if (protocol === 'https:') return !loopback.test(hostname)
  if (protocol === 'http:') return loopback.test(hostname)
  return appSchemes.has(protocol) || /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:$/.test(protocol)
}
