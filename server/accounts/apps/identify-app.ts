import { parseScopes } from '#contract/core/scopes.ts'
import { toAppName } from '#server/accounts/apps/apps.present.ts'
import { findAppByToken, recordAppUse } from '#server/accounts/apps/apps.queries.ts'
import { keepClient } from '#server/accounts/apps/oauth-objects.queries.ts'
import { clientKeptMs, mcpResource } from '#server/accounts/apps/oauth.rules.ts'
import { hashToken } from '#server/accounts/create-token.ts'
import { mintOwner } from '#server/users/mint-owner.ts'
import type { AppActor } from '#server/core/actor.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Services } from '#server/core/services.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/**
 * The actor of an access token; undefined if there is no such token, it has expired, its app was disconnected, or it is
 * for another address. Nothing is cached, so disconnecting an app takes effect at the next request on every server. At
 * most once an hour, the use is recorded after the answer.
 *
 * @param isMcp whether the address is `/mcp`. Any other accepts only tokens for the whole server
 * @throws ApiError `token_invalid` for a text that does not have the form of a token, before any query
 */
export async function identifyApp(
  { config, db, now, afterAnswer }: Pick<Services, 'config' | 'db' | 'now' | 'afterAnswer'>,
  secret: string,
  isMcp: boolean,
): Promise<AppActor | undefined> {
  if (!/^[\w-]{43}$/.test(secret)) throw new ApiError('token_invalid')
  const tokenHash = hashToken(secret)
  const app = await findAppByToken(db.main, tokenHash)
  const time = now()
  if (app === undefined || hasEnded(app, time)) return undefined
  const { aud, scope } = JSON.parse(app.payload) as { aud?: string; scope?: string }
  if (aud !== config.baseUrl && !(isMcp && aud === mcpResource(config))) return undefined
  const owner = mintOwner(app.owner_no, 'app')
  // A use "in the future" was recorded while the clock was ahead.
  if (app.used_at === null || app.used_at > time || app.used_at + hourMs <= time) {
    const isRenewed = app.renewal_days !== null
    const expiresAt = isRenewed ? time + (app.renewal_days ?? 0) * dayMs : app.expires_at
    afterAnswer(async () => {
      await recordAppUse(db.main, owner, app.id, { used_at: time, expires_at: expiresAt })
      if (app.host === null && isRenewed) {
        await keepClient(db.main, hashToken(app.client_id), expiresAt + clientKeptMs)
      }
    })
  }
  const asked = parseScopes(scope ?? '')
  return {
    via: 'app',
    appId: app.id,
    appName: toAppName(app),
    owner,
    userId: app.user_id,
    scopes: new Set(parseScopes(app.app_scopes).filter((one) => asked.includes(one))),
    root: app.root ?? undefined,
    proofId: tokenHash,
  }
}

/** Whether the access token of an app and the app still exist and have not expired. */
export async function isAppValid(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { proofId }: AppActor,
): Promise<boolean> {
  const app = await findAppByToken(db.main, proofId)
  return app !== undefined && !hasEnded(app, now())
}

function hasEnded(app: { token_ends: number; expires_at: number }, now: number): boolean {
  return app.token_ends <= now || app.expires_at <= now
}
