import { calls } from '#contract/calls.ts'
import type { AppContext } from '#server/context.ts'
import { createFolder, toFolderColumns } from '#server/folders/create-folder.ts'
import { deleteFolder } from '#server/folders/delete-folder.ts'
import { sumSubtree, updateFolder } from '#server/folders/folders.queries.ts'
import { listFolders } from '#server/folders/list-folders.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Implement } from '#server/http/implement.ts'
import { success } from '#server/http/success.ts'

export function folderRoutes(implement: Implement, context: AppContext): void {
  const { main, background } = context.db

  implement(calls.listFolders, ({ input, owner }) =>
    listFolders(context.db, owner, input.folderId ?? null),
  )

  implement(calls.countFolderContents, async ({ input, owner }) => {
    const { folders, prompts } = await sumSubtree(background, owner, input.folderId)
    if (folders === 0) throw new ApiError('not_found')
    return { folders: folders - 1, prompts }
  })

  implement(calls.createFolder, async ({ input, owner }) => ({
    ...success,
    id: await createFolder(context, owner, input),
  }))

  implement(calls.updateFolder, async ({ input, owner }) => {
    const changes = toFolderColumns(input)
    if (!(await updateFolder(main, owner, input.folderId, changes))) throw new ApiError('not_found')
    return success
  })

  implement(calls.deleteFolder, async ({ input, owner }) => {
    await deleteFolder(background, owner, input.folderId)
    return success
  })
}
