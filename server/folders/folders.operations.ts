import type { folderCalls } from '#contract/folders.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Operations } from '#server/core/operation.ts'
import { Serialized } from '#server/core/serialized.ts'
import { success } from '#server/core/success.ts'
import { createFolder, toFolderColumns } from '#server/folders/create-folder.ts'
import { deleteFolder } from '#server/folders/delete-folder.ts'
import { findWays } from '#server/folders/find-ways.ts'
import { toFolder } from '#server/folders/folders.present.ts'
import {
  type FolderRow,
  listFolders,
  sumSubtree,
  updateFolder,
} from '#server/folders/folders.queries.ts'
import { collectList, rowsInPiece } from '#server/library/collect-list.ts'

export const folderOperations: Operations<typeof folderCalls> = {
  async listFolders({ db }, { owner }, input) {
    const folderId = input.folderId ?? null
    const folderTree = (await findWays(db, owner, [folderId]))(folderId)
    if (folderId !== null && folderTree.length === 0) throw new ApiError('not_found')
    const { json, hasMore } = await collectList(
      db,
      (db, after: FolderRow | undefined) =>
        listFolders(db, owner, folderId, { after, limit: rowsInPiece }),
      (row) => JSON.stringify(toFolder(row)),
    )
    const tree = JSON.stringify(folderTree)
    return new Serialized(
      `{"folders":[${json}],"folderTree":${tree}${hasMore ? ',"hasMore":true' : ''}}`,
    )
  },

  async countFolderContents({ db }, { owner }, { folderId }) {
    const { folders, prompts } = await sumSubtree(db.background, owner, folderId)
    if (folders === 0) throw new ApiError('not_found')
    return { folders: folders - 1, prompts }
  },

  async createFolder(services, { owner }, input) {
    return { ...success, id: await createFolder(services, owner, input) }
  },

  async updateFolder({ db }, { owner }, input) {
    const changes = toFolderColumns(input)
    const isFound = await updateFolder(db.main, owner, input.folderId, changes)
    if (!isFound) throw new ApiError('not_found')
    return success
  },

  async deleteFolder({ db }, { owner }, { folderId }) {
    await deleteFolder(db.background, owner, folderId)
    return success
  },
}
