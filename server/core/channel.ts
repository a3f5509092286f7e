import type { Language } from '#languages/languages.ts'

/** Security events. Their names are part of the log's format, documented in docs/security.md. */
export type SecurityEvent =
  | 'registered'
  | 'signed_in'
  | 'sign_in_failed'
  | 'proved'
  | 'proof_failed'
  | 'signed_out'
  | 'sessions_ended'
  | 'password_changed'
  | 'password_reset'
  | 'reset_link_asked_for'
  | 'email_verified'
  | 'email_change_asked_for'
  | 'email_changed'
  | 'email_change_undone'
  | 'google_linked'
  | 'google_took_over'
  | 'google_unlinked'
  | 'passkey_added'
  | 'passkey_removed'
  | 'passkey_refused'
  | 'totp_added'
  | 'totp_removed'
  | 'recovery_codes_renewed'
  | 'recovery_code_used'
  | 'password_removed'
  | 'factor_reset_stopped'
  | 'token_created'
  | 'token_revoked'
  | 'app_connected'
  | 'app_ended'
  | 'data_downloaded'
  | 'account_deleted'
  | 'refused'

/**
 * A secret that a browser keeps between calls.
 *
 * - `session`: signs the browser in.
 * - `device`: marks a browser that has logged in before. It grants nothing.
 * - `googleLogin`: a pending Google login.
 * - `googleLink`: a pending link of a Google account, until the password of the account is entered.
 * - `pendingLogin`: a login that waits for a second factor.
 * - `signIn`: marks a browser that has requested a passkey. It grants nothing.
 * - `connect`: marks a browser in which an app has begun to connect. It grants nothing.
 */
export type BrowserToken =
  | 'session'
  | 'device'
  | 'googleLogin'
  | 'googleLink'
  | 'pendingLogin'
  | 'signIn'
  | 'connect'

/** The transport of a call, as operations see it. */
export type Channel = {
  /** The client's language. */
  language: Language
  /** The client's `User-Agent`; empty if there is none. */
  userAgent: string
  /** The network of the client, as `toCoarseNetwork` names it. */
  network: string
  tokens: {
    read: (name: BrowserToken) => string | undefined
    set: (name: BrowserToken, token: string) => void
    clear: (name: BrowserToken) => void
  }
  /** Returns the attempt that the call's throttle has counted, so that only failures count. */
  returnAttempt: () => Promise<void>
  /** Logs a security event, by default with the actor's user. */
  logSecurity: (event: SecurityEvent, about?: { userId?: string | undefined }) => void
}
