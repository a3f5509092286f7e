import { toEmailKey } from '#server/accounts/accounts.rules.ts'

/** How long signing in at Google may take, and entering the password after it, in milliseconds. */
export const googleLoginLifeMs = 10 * 60 * 1000

/** The issuer of subjects that were stored before issuers were. */
export const googleIssuer = 'https://accounts.google.com'

/** Where Google sends the browser back to. */
export function returnAddress(baseUrl: string): string {
  return `${baseUrl}/verify-glogin`
}

/**
 * Whether Google itself runs the mailbox, rather than having verified it once: only then does its word
 * prove who reads the mail today. `hd` is the claim that names a Workspace domain.
 * https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
 */
export function isMailboxOfGoogle(email: string, hd: unknown): boolean {
  return toEmailKey(email).endsWith('@gmail.com') || (typeof hd === 'string' && hd !== '')
}
