import type { PromptName, shelfCalls } from '#contract/library/shelf.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Operations } from '#server/core/operation.ts'
import { success } from '#server/core/success.ts'
import { collectList } from '#server/library/collect-list.ts'
import { findPrompt, updateLastUse } from '#server/library/prompts/prompts.queries.ts'
import { saveLastUse } from '#server/library/prompts/save-prompt.ts'
import {
  listFavourites,
  listNamesBefore,
  listRecents,
  listUnused,
  type NameRow,
} from '#server/library/shelf/shelf.queries.ts'
import { lockLibrary } from '#server/users/libraries.queries.ts'
import { getMyValues } from '#server/library/values/my-values.queries.ts'
import { findRid } from '#server/library/versions/versions.queries.ts'

export const shelfOperations: Operations<typeof shelfCalls> = {
  async getShelf({ db }, { owner }) {
    const [favourites, recents, unused] = await Promise.all([
      listFavourites(db.main, owner),
      listRecents(db.main, owner),
      listUnused(db.main, owner),
    ])
    return { favourites, recents, unused }
  },

  async listPromptNames({ db }, { owner }, { after }) {
    let rid = after === undefined ? undefined : await findRid(db.main, owner, after)
    if (after !== undefined && rid === undefined) throw new ApiError('not_found')
    const { rows, hasMore } = await collectList<PromptName>(db, async (handle) => {
      const page = await listNamesBefore(handle, owner, rid)
      rid = page.at(-1)?.rid
      return page.map(toName)
    })
    return { prompts: rows, ...(hasMore && { hasMore }) }
  },

  async notePromptUse({ db, now }, { owner }, { promptId, values: lastValues }) {
    const usedAt = new Date(now()).toISOString()
    if (lastValues !== undefined) {
      await db.main.transaction().execute(async (transaction) => {
        await lockLibrary(transaction, owner)
        const former = await findPrompt(transaction, owner, promptId)
        if (former === undefined) throw new ApiError('not_found')
        const { keepsLastValues } = await getMyValues(transaction, owner)
        const used = { ...former, usedAt, ...(keepsLastValues && { lastValues }) }
        await saveLastUse(transaction, owner, used, former)
      })
    } else if (!(await updateLastUse(db.main, owner, promptId, { used_at: usedAt }))) {
      throw new ApiError('not_found')
    }
    return success
  },
}

/** Omits the key field by field: copying the others takes three times as long. */
function toName(row: NameRow): PromptName {
  const { id, name, shortName, color, folderId, isPublic, isFavourite, usedAt } = row
  const prompt: PromptName = { id, name, color, folderId, isPublic, isFavourite, usedAt }
  if (shortName != null) prompt.shortName = shortName
  return prompt
}
