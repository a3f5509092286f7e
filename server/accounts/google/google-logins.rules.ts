import { screens } from '#contract/screens.ts'
import { toEmailKey } from '#server/users/users.rules.ts'

/** How long a login at Google, and then entering the password, may each take, in milliseconds. */
export const googleLoginLifeMs = 10 * 60 * 1000

/** Google's redirect address. */
export function returnAddress(baseUrl: string): string {
  return baseUrl + screens.googleReturn
}

/**
 * Whether Google runs the mailbox, as opposed to having verified the address once. Only then does it know who reads the
 * mail today. `hd` is the claim with a Workspace domain.
 * https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
 */
export function isMailboxOfGoogle(email: string, hd: unknown): boolean {
  return toEmailKey(email).endsWith('@gmail.com') || (typeof hd === 'string' && hd !== '')
}
