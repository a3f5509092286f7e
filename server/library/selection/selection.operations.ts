import type { selectionCalls } from '#contract/library/selection.ts'
import { sourceOf } from '#server/users/record-activity.ts'
import type { Operations } from '#server/core/operation.ts'
import { success } from '#server/core/success.ts'
import { changeSelection } from '#server/library/selection/change-selection.ts'
import { copySelection } from '#server/library/selection/copy-selection.ts'
import { giveShortNames } from '#server/library/selection/give-short-names.ts'
import { listUnmodified } from '#server/library/selection/selection.queries.ts'
import { moveToTrash } from '#server/library/trash/move-to-trash.ts'

export const selectionOperations: Operations<typeof selectionCalls> = {
  async changeSelection(services, actor, { changes }, channel) {
    const source = sourceOf(channel, actor)
    return { ...success, ...(await changeSelection(services, actor.owner, changes, source)) }
  },

  async giveShortNames(services, { owner }, { promptIds }) {
    return { ...success, ...(await giveShortNames(services, owner, promptIds)) }
  },

  async deleteSelection(services, { owner }, { onlyAsMade, ...selection }) {
    if (!onlyAsMade) {
      return { ...success, trashId: await moveToTrash(services, owner, selection), left: 0 }
    }
    const unmodified = await listUnmodified(services.db.main, owner, selection)
    const left = countOf(selection) - countOf(unmodified)
    if (countOf(unmodified) === 0) return { ...success, left }
    return { ...success, trashId: await moveToTrash(services, owner, unmodified), left }
  },

  async copySelection(services, { owner }, input) {
    return { ...success, ...(await copySelection(services, owner, input)) }
  },
}

function countOf(selection: Record<'promptIds' | 'folderIds', readonly string[]>): number {
  return new Set([...selection.promptIds, ...selection.folderIds]).size
}
