import type { Generated } from 'kysely'
import type { AccountNo } from '#server/db/owner.ts'

/** An app that its owner has connected by OAuth: a grant. */
export type AppTable = {
  owner_no: AccountNo
  id: string
  /** The address of its description, or the id of its registration. */
  client_id: string
  /** The host of its description; null: it is registered. */
  host: string | null
  /** Its own name. */
  name: string | null
  /** Separated by spaces. */
  scopes: string
  /** The id of the only folder that it can access, which may have been deleted; null: the whole library. */
  root: string | null
  created_at: number
  expires_at: number
  /** The number of days by which each use extends the expiry; null: none. */
  renewal_days: number | null
  /** The last use, at most an hour behind. */
  used_at: Generated<number | null>
}

/**
 * The objects of the authorization server.
 *
 * - `Client`: a registered app. `Interaction`: an app's request, in a browser.
 * - `DeviceCode`: an app's request on another device.
 * - `AuthorizationCode`, `AccessToken`, `RefreshToken`: of a connected app.
 * - `ReplayDetection`: an app's signed proof that was used.
 * - `Offline`: the server has no internet access.
 */
export const oauthKinds = [
  'Client',
  'Interaction',
  'DeviceCode',
  'AuthorizationCode',
  'AccessToken',
  'RefreshToken',
  'ReplayDetection',
  'Offline',
] as const
export type OAuthKind = (typeof oauthKinds)[number]

export type OAuthObjectTable = {
  kind: OAuthKind
  /** Most ids are secrets. */
  id_hash: string
  /** Ends with the app. */
  app_id: Generated<string | null>
  /** Of a `DeviceCode`: the short code that the user enters. */
  user_code_hash: Generated<string | null>
  /**
   * For an `Interaction`: the secret of the browser in which it began. For a `DeviceCode`: the token of the session in
   * which its code was entered.
   */
  browser_hash: Generated<string | null>
  /** JSON, without secrets. */
  payload: string
  /** For objects that may be used once. They are still stored, so that a second use is noticed. */
  consumed_at: Generated<number | null>
  expires_at: number
}
