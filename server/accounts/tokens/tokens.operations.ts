import type { tokenCalls } from '#contract/accounts/tokens.ts'
import { issueToken } from '#server/accounts/tokens/issue-token.ts'
import { toToken } from '#server/accounts/tokens/tokens.present.ts'
import {
  deleteToken,
  findTokenById,
  listTokens,
  type TokenRow,
} from '#server/accounts/tokens/tokens.queries.ts'
import { recordActivity, sourceOf } from '#server/activity/record-activity.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Operations } from '#server/core/operation.ts'
import type { Services } from '#server/core/services.ts'
import { success } from '#server/core/success.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { listFolderNames } from '#server/folders/folders.queries.ts'

export const tokenOperations: Operations<typeof tokenCalls> = {
  async listTokens(services, { owner }) {
    return { tokens: await toTokens(services, owner, await listTokens(services.db.main, owner)) }
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

  async describeToken(services, actor) {
    const { owner } = actor
    const row =
      actor.via === 'token' && (await findTokenById(services.db.main, owner, actor.tokenId))
    const [token] = row ? await toTokens(services, owner, [row]) : []
    if (token === undefined) throw new ApiError('not_found')
    const { name, scopes, folder, expiresAt } = token
    return { name, scopes, folder, expiresAt }
  },
}

async function toTokens({ db }: Services, owner: OwnerNo, rows: readonly TokenRow[]) {
  const roots = [...new Set(rows.map(({ root }) => root))].filter((root) => root !== null)
  const names = await listFolderNames(db.main, owner, roots)
  return rows.map((row) => toToken(row, names))
}
