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
  /** What it calls itself. */
  name: string | null
  /** Separated by spaces. */
  scopes: string
  /** The id of the only folder that it reaches, which may have been deleted; null: the whole library. */
  root: string | null
  created_at: number
  expires_at: number
  /** The days by which each use moves the end; null: none. */
  renewal_days: number | null
  /** The last use, at most an hour behind. */
  used_at: Generated<number | null>
}

/**
 * What the authorization server stores.
 *
 * - `Client`: a registered app. `Interaction`: what an app asks for, in a browser.
 * - `DeviceCode`: what an app asks for on another device.
 * - `AuthorizationCode`, `AccessToken`, `RefreshToken`: what a connected app has.
 * - `ReplayDetection`: a signed proof of an app that was used.
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
   * Of an `Interaction`: the secret of the browser that it began in. Of a `DeviceCode`: the token of the session that its
   * code was entered in.
   */
  browser_hash: Generated<string | null>
  /** JSON, without secrets. */
  payload: string
  /** Of what may be used once. It is stored on, so that a second use is noticed. */
  consumed_at: Generated<number | null>
  expires_at: number
}
