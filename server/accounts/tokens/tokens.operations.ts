import type { tokenCalls } from '#contract/accounts/tokens.ts'
import { tokenScopes } from '#contract/core/scopes.ts'
import { presentAccess } from '#server/accounts/access.present.ts'
import { findApp } from '#server/accounts/apps/apps.queries.ts'
import { issueToken } from '#server/accounts/tokens/issue-token.ts'
import { toToken } from '#server/accounts/tokens/tokens.present.ts'
import { deleteToken, findTokenById, listTokens } from '#server/accounts/tokens/tokens.queries.ts'
import { recordActivity, sourceOf } from '#server/users/record-activity.ts'
import type { Actor } from '#server/core/actor.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Operations } from '#server/core/operation.ts'
import { success } from '#server/core/success.ts'
import type { Handle } from '#server/db/database.ts'
import { listFolderNames } from '#server/library/folders/folders.queries.ts'

export const tokenOperations: Operations<typeof tokenCalls> = {
  async listTokens({ db }, { owner }) {
    const rows = await listTokens(db.main, owner)
    return { tokens: await presentAccess(db.main, owner, rows, toToken) }
  },

  async createToken(services, actor, input, channel) {
    const { id, token, isNew } = await issueToken(services, actor, input, sourceOf(channel))
    if (isNew) channel.logSecurity('token_created')
    return { ...success, id, token }
  },

  async revokeToken({ db, now }, actor, { tokenId }, channel) {
    const { owner } = actor
    await db.main.transaction().execute(async (transaction) => {
      const name = await deleteToken(transaction, owner, tokenId)
      if (name === undefined) throw new ApiError('not_found')
      const done = { kind: 'token_ended', name, at: now() } as const
      await recordActivity(transaction, owner, sourceOf(channel, actor), done)
    })
    channel.logSecurity('token_revoked')
    return success
  },

  async describeToken({ db }, actor) {
    const { owner, root, scopes } = actor
    const row = await findCredential(db.main, actor)
    if (row === undefined) throw new ApiError('not_found')
    const names = await listFolderNames(db.main, owner, root === undefined ? [] : [root])
    const { name, expires_at: end } = row
    return {
      accountId: actor.userId,
      name,
      scopes: tokenScopes.filter((scope) => scopes.has(scope)),
      folder: root === undefined ? null : { id: root, name: names.get(root) ?? null },
      expiresAt: end === null ? null : new Date(end).toISOString(),
    }
  },
}

/** The row of the calling token or app; undefined for any other actor. */
async function findCredential(db: Handle, actor: Actor) {
  if (actor.via === 'token') return findTokenById(db, actor.owner, actor.tokenId)
  const app = actor.via === 'app' && (await findApp(db, actor.appId))
  return app ? { name: actor.appName, expires_at: app.expires_at } : undefined
}
