import { isIP } from 'node:net'
import { hash } from 'node:crypto'
import type { Config } from '#server/config/config.ts'

const minute = 60_000

/** How long a login waits for its second factor, in milliseconds. */
export const pendingLoginLifeMs = 5 * minute
/** How long a browser may take to answer a WebAuthn challenge, in milliseconds. */
export const challengeLifeMs = 5 * minute
/** How long a new authenticator app may take to show its first code: the user may have to install it. */
export const totpSetupLifeMs = 30 * minute
/** How long the owner of an account can stop an operator's reset of its factors. */
export const resetDelayMs = 24 * 60 * minute
/** How long before a change of address the thief who made it may have added factors. */
export const theftMs = 7 * 24 * 60 * minute

/** The id of this server in passkeys: its host, without a port. */
export function rpIdOf({ baseUrl }: Pick<Config, 'baseUrl'>): string {
  return new URL(baseUrl).hostname
}

/** Whether passkeys are impossible here: WebAuthn names servers by host names only. */
export function arePasskeysOff(config: Pick<Config, 'baseUrl'>): boolean {
  return isIP(rpIdOf(config).replace(/^\[(.*)\]$/, '$1')) !== 0
}

/** The account's id in passkeys. It reveals nothing about the account, and is the same for all of its passkeys. */
export function toUserHandle(userId: string): string {
  return hash('sha256', `passkeys of ${userId}`, 'base64url')
}
