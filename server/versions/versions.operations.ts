import { limits } from '#contract/limits.ts'
import type { versionCalls } from '#contract/versions.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Operations } from '#server/core/operation.ts'
import { success } from '#server/core/success.ts'
import type { Handle } from '#server/db/database.ts'
import { emptyWriteAheadLog } from '#server/db/sqlite/erase-deleted.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { lockLibrary } from '#server/entries/libraries.queries.ts'
import {
  deleteVersionsOf,
  findRid,
  findVersionTexts,
  listVersions,
  setLabel,
} from '#server/versions/versions.queries.ts'
import { unpackTexts } from '#server/versions/versions.rules.ts'

export const versionOperations: Operations<typeof versionCalls> = {
  async listVersions({ db }, { owner }, { promptId }) {
    const rid = await getRid(db.main, owner, promptId)
    return { versions: await listVersions(db.main, owner, rid) }
  },

  async getVersion({ db }, { owner }, { promptId, number }) {
    const rid = await getRid(db.main, owner, promptId)
    const texts = await findVersionTexts(db.main, owner, rid, number)
    if (texts === undefined) throw new ApiError('not_found')
    return { version: unpackTexts(texts) }
  },

  async labelVersion({ db }, { owner }, { promptId, number, label }) {
    await db.main.transaction().execute(async (transaction) => {
      await lockLibrary(transaction, owner)
      const rid = await getRid(transaction, owner, promptId)
      const others = (await listVersions(transaction, owner, rid)).filter(
        (version) => version.label !== null && version.number !== number,
      )
      if (label !== null && others.length >= limits.labelledVersions) {
        throw new ApiError('version_limit_reached')
      }
      const isFound = await setLabel(transaction, owner, { rid, number, label })
      if (!isFound) throw new ApiError('not_found')
    })
    return success
  },

  async deleteVersions({ db }, { owner }, { promptId }) {
    const rid = await getRid(db.main, owner, promptId)
    await deleteVersionsOf(db.main, owner, [rid])
    await emptyWriteAheadLog(db.background)
    return success
  },
}

async function getRid(db: Handle, owner: OwnerNo, promptId: string): Promise<number> {
  const rid = await findRid(db, owner, promptId)
  if (rid === undefined) throw new ApiError('not_found')
  return rid
}
