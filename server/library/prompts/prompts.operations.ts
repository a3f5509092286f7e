import type { promptCalls } from '#contract/library/prompts.ts'
import { sourceOf } from '#server/users/record-activity.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Operations } from '#server/core/operation.ts'
import { success } from '#server/core/success.ts'
import { createPrompt } from '#server/library/prompts/create-prompt.ts'
import { listPrompts } from '#server/library/prompts/list-prompts.ts'
import { movePrompt } from '#server/library/prompts/move-prompt.ts'
import { findPrompt, findSharedPrompt } from '#server/library/prompts/prompts.queries.ts'
import { searchLibrary } from '#server/library/search/search-library.ts'
import { togglePromptPublic } from '#server/library/prompts/toggle-prompt-public.ts'
import { moveToTrash } from '#server/library/trash/move-to-trash.ts'
import { updatePrompt } from '#server/library/prompts/update-prompt.ts'

export const promptOperations: Operations<typeof promptCalls> = {
  listPrompts: ({ db }, { owner }, { folderId = null }) => listPrompts(db, owner, folderId),

  searchPrompts: ({ db }, actor, input) => searchLibrary(db, actor, input),

  async getPrompt({ db }, { owner }, { promptId }) {
    const prompt = await findPrompt(db.main, owner, promptId)
    if (prompt === undefined) throw new ApiError('not_found')
    return { prompt }
  },

  async getSharedPrompt({ db }, _actor, { promptId, shareKey }) {
    const prompt = await findSharedPrompt(db.main, promptId, shareKey)
    if (prompt === undefined) throw new ApiError('not_found')
    return { ...success, ...prompt }
  },

  async createPrompt(services, actor, input) {
    return { ...success, id: await createPrompt(services, actor, input) }
  },

  async updatePrompt(services, actor, input) {
    return { ...success, updatedAt: await updatePrompt(services, actor, input) }
  },

  async deletePrompt(services, { owner }, { promptId }) {
    const selection = { promptIds: [promptId], folderIds: [] }
    return { ...success, trashId: await moveToTrash(services, owner, selection) }
  },

  async movePrompt({ db }, { owner }, { promptId, folderId }) {
    await movePrompt(db.main, owner, promptId, folderId === 'root' ? null : folderId)
    return success
  },

  async togglePromptPublic(services, actor, input, channel) {
    await togglePromptPublic(services, actor.owner, input, sourceOf(channel, actor))
    return success
  },
}
