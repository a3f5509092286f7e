import type { trashCalls } from '#contract/library/trash.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Operations } from '#server/core/operation.ts'
import { success } from '#server/core/success.ts'
import { eraseTrash } from '#server/library/trash/erase-trash.ts'
import { restoreTrash } from '#server/library/trash/restore-trash.ts'
import { toTrashItem } from '#server/library/trash/trash.present.ts'
import { listTrashRows } from '#server/library/trash/trash.queries.ts'

const listed = 1000

export const trashOperations: Operations<typeof trashCalls> = {
  async listTrash({ db }, { owner }) {
    const rows = await listTrashRows(db.main, owner, listed + 1)
    return {
      items: rows.slice(0, listed).map(toTrashItem),
      ...(rows.length > listed && { hasMore: true }),
    }
  },

  async restoreTrash(services, { owner }, { trashId }) {
    await restoreTrash(services, owner, trashId)
    return success
  },

  async eraseTrash(services, { owner }, { trashId }) {
    if ((await eraseTrash(services, owner, [trashId])) === 0) throw new ApiError('not_found')
    return success
  },

  async emptyTrash(services, { owner }) {
    await eraseTrash(services, owner)
    return success
  },
}
