import { limits } from '#contract/core/limits.ts'
import type { versionCalls } from '#contract/library/versions.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Operations } from '#server/core/operation.ts'
import { success } from '#server/core/success.ts'
import type { Handle } from '#server/db/database.ts'
import { eraseRemains } from '#server/db/sqlite/erase-deleted.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { countChange, lockLibrary } from '#server/users/libraries.queries.ts'
import {
  deleteVersionsOf,
  findRid,
  findVersionTexts,
  listVersions,
  setLabel,
} from '#server/library/versions/versions.queries.ts'
import { unpackTexts } from '#server/library/versions/versions.rules.ts'

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
      const versions = await listVersions(transaction, owner, rid)
      const former = versions.find((version) => version.number === number)
      if (former === undefined) throw new ApiError('not_found')
      const others = versions.filter((version) => version.label !== null && version !== former)
      if (label !== null && others.length >= limits.labelledVersions) {
        throw new ApiError('version_limit_reached')
      }
      await setLabel(transaction, owner, { rid, number, label })
      const bytes = Buffer.byteLength(label ?? '') - Buffer.byteLength(former.label ?? '')
      const held = await countChange(transaction, owner, { bytes })
      if (bytes > 0 && held.bytes > limits.storedBytes) throw new ApiError('storage_full')
    })
    return success
  },

  async deleteVersions(services, { owner }, { promptId }) {
    const isSome = await services.db.main.transaction().execute(async (transaction) => {
      await lockLibrary(transaction, owner)
      const rid = await getRid(transaction, owner, promptId)
      return deleteVersionsOf(transaction, owner, [rid])
    })
    if (isSome) await eraseRemains(services)
    return success
  },
}

async function getRid(db: Handle, owner: OwnerNo, promptId: string): Promise<number> {
  const rid = await findRid(db, owner, promptId)
  if (rid === undefined) throw new ApiError('not_found')
  return rid
}
