import type { selectionCalls } from '#contract/selection.ts'
import type { Operations } from '#server/core/operation.ts'
import { success } from '#server/core/success.ts'
import { changeSelection } from '#server/selection/change-selection.ts'
import { copySelection } from '#server/selection/copy-selection.ts'
import { moveToTrash } from '#server/trash/move-to-trash.ts'

export const selectionOperations: Operations<typeof selectionCalls> = {
  async changeSelection({ db }, { owner }, { changes }) {
    return { ...success, undo: await changeSelection(db.background, owner, changes) }
  },

  async deleteSelection(services, { owner }, input) {
    return { ...success, trashId: await moveToTrash(services, owner, input) }
  },

  async copySelection(services, { owner }, input) {
    return { ...success, ids: await copySelection(services, owner, input) }
  },
}
