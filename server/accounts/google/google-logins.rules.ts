import { screens } from '#contract/screens.ts'
import { toEmailKey } from '#server/users/users.rules.ts'

/** How long signing in at Google may take, and then entering the password, in milliseconds. */
export const googleLoginLifeMs = 10 * 60 * 1000

/** The address that Google sends the browser back to. */
export function returnAddress(baseUrl: string): string {
  return baseUrl + screens.googleReturn
}

/**
 * Whether Google runs the mailbox, rather than having verified the address once. Only then does it know
 * who reads the mail today. `hd` is the claim that names a Workspace domain.
 * https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
 */
export function isMailboxOfGoogle(email: string, hd: unknown): boolean {
  return toEmailKey(email).endsWith('@gmail.com') || (typeof hd === 'string' && hd !== '')
}
