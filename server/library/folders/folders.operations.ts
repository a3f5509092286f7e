import type { folderCalls } from '#contract/library/folders.ts'
import { byName } from '#contract/library/sort-key.ts'
import { withTotals } from '#contract/library/tree.ts'
import { ApiError } from '#server/core/api-error.ts'
import { checkUnchanged } from '#server/core/check-unchanged.ts'
import type { Operations } from '#server/core/operation.ts'
import { success } from '#server/core/success.ts'
import { changeLibrary } from '#server/users/libraries.queries.ts'
import { createFolder, toFolderColumns } from '#server/library/folders/create-folder.ts'
import { findFolder, sumSubtree, updateFolder } from '#server/library/folders/folders.queries.ts'
import { listFolders } from '#server/library/folders/list-folders.ts'
import { collectList } from '#server/library/collect-list.ts'
import { countByFolder, listTreeAfter, type TreeRow } from '#server/library/shelf/shelf.queries.ts'
import { moveToTrash } from '#server/library/trash/move-to-trash.ts'

export const folderOperations: Operations<typeof folderCalls> = {
  listFolders: ({ db }, { owner, root }, { folderId = null }) =>
    listFolders(db, owner, folderId, root),

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
      const { change } = await changeLibrary(transaction, owner)
      const stored = await findFolder(transaction, owner, folderId)
      if (stored === undefined) throw new ApiError('not_found')
      checkUnchanged({ name: stored.name, color: stored.color }, former, edit)
      await updateFolder(transaction, owner, change, folderId, toFolderColumns(edit))
    })
    return success
  },

  async deleteFolder(services, { owner }, { folderId }) {
    const selection = { promptIds: [], folderIds: [folderId] }
    return { ...success, trashId: await moveToTrash(services, owner, selection) }
  },

  async listFolderTree({ db }, { owner }) {
    const { rows, hasMore } = await collectList(db, (handle, after: TreeRow | undefined) =>
      listTreeAfter(handle, owner, after),
    )
    const folders = rows.toSorted(byName).map(({ rid: _rid, sortKey: _key, ...folder }) => folder)
    const counts = await countByFolder(db.background, owner)
    return { folders: withTotals(folders, counts), ...(hasMore && { hasMore }) }
  },
}
