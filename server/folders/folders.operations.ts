import type { folderCalls } from '#contract/folders.ts'
import { ApiError } from '#server/core/api-error.ts'
import { checkUnchanged } from '#server/core/check-unchanged.ts'
import type { Operations } from '#server/core/operation.ts'
import { success } from '#server/core/success.ts'
import { lockLibrary } from '#server/entries/libraries.queries.ts'
import { createFolder, toFolderColumns } from '#server/folders/create-folder.ts'
import { findFolder, sumSubtree, updateFolder } from '#server/folders/folders.queries.ts'
import { listFolders } from '#server/folders/list-folders.ts'
import { listTreeRows } from '#server/shelf/shelf.queries.ts'
import { withTotals } from '#server/shelf/tree.rules.ts'
import { moveToTrash } from '#server/trash/move-to-trash.ts'

export const folderOperations: Operations<typeof folderCalls> = {
  listFolders: ({ db }, { owner }, { folderId = null }) => listFolders(db, owner, folderId),

  async countFolderContents({ db }, { owner }, { folderId }) {
    const { folders, prompts } = await sumSubtree(db.background, owner, folderId)
    if (folders === 0) throw new ApiError('not_found')
    return { folders: folders - 1, prompts }
  },

  async createFolder(services, { owner }, input) {
    return { ...success, id: await createFolder(services, owner, input) }
  },

  async updateFolder({ db }, { owner }, { folderId, former, ...edit }) {
    await db.main.transaction().execute(async (transaction) => {
      await lockLibrary(transaction, owner)
      const stored = await findFolder(transaction, owner, folderId)
      if (stored === undefined) throw new ApiError('not_found')
      checkUnchanged({ name: stored.name, color: stored.color }, former, edit)
      await updateFolder(transaction, owner, folderId, toFolderColumns(edit))
    })
    return success
  },

  async deleteFolder(services, { owner }, { folderId }) {
    const selection = { promptIds: [], folderIds: [folderId] }
    return { ...success, trashId: await moveToTrash(services, owner, selection) }
  },

  async listFolderTree({ db }, { owner }) {
    const { folders, counts } = await listTreeRows(db.background, owner)
    const countOf = new Map(counts.map(({ folderId, count }) => [folderId, count]))
    return { folders: withTotals(folders, countOf) }
  },
}
