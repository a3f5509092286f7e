import type { promptCalls } from '#contract/prompts.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Operations } from '#server/core/operation.ts'
import { Serialized } from '#server/core/serialized.ts'
import { success } from '#server/core/success.ts'
import { checkFolder } from '#server/folders/check-folder.ts'
import { collectList } from '#server/library/collect-list.ts'
import { createPrompt } from '#server/prompts/create-prompt.ts'
import { deletePrompt } from '#server/prompts/delete-prompt.ts'
import { movePrompt } from '#server/prompts/move-prompt.ts'
import { toPrompt } from '#server/prompts/prompts.present.ts'
import {
  type CardRow,
  findPrompt,
  findSharedPrompt,
  listPromptCards,
} from '#server/prompts/prompts.queries.ts'
import { searchLibrary } from '#server/prompts/search-library.ts'
import { togglePromptPublic } from '#server/prompts/toggle-prompt-public.ts'
import { updatePrompt } from '#server/prompts/update-prompt.ts'

export const promptOperations: Operations<typeof promptCalls> = {
  async listPrompts({ db }, { owner }, input) {
    const folderId = input.folderId ?? null
    const { json, hasMore } = await collectList(
      db,
      (db, after: CardRow | undefined) => listPromptCards(db, owner, folderId, after),
      (row) => row.card,
    )
    // A folder with prompts in it exists.
    if (json === '' && folderId !== null) await checkFolder(db.main, owner, folderId)
    return new Serialized(`{"prompts":[${json}]${hasMore ? ',"hasMore":true' : ''}}`)
  },

  searchPrompts: ({ db }, { owner }, { search }) => searchLibrary(db, owner, search),

  async getPrompt({ db }, { owner }, { promptId }) {
    const row = await findPrompt(db.main, owner, promptId)
    if (row === undefined) throw new ApiError('not_found')
    return { prompt: toPrompt(row) }
  },

  async getSharedPrompt({ db }, _actor, { promptId }) {
    const row = await findSharedPrompt(db.main, promptId)
    if (row === undefined) throw new ApiError('not_found')
    return { ...success, prompt: row.body, promptName: row.name }
  },

  async createPrompt(services, { owner }, input) {
    return { ...success, id: await createPrompt(services, owner, input) }
  },

  async updatePrompt(services, { owner }, input) {
    await updatePrompt(services, owner, input)
    return success
  },

  async deletePrompt({ db }, { owner }, { promptId }) {
    await deletePrompt(db.main, owner, promptId)
    return success
  },

  async movePrompt({ db }, { owner }, { promptId, folderId }) {
    await movePrompt(db.main, owner, promptId, folderId === 'root' ? null : folderId)
    return success
  },

  async togglePromptPublic({ db }, { owner }, { promptId }) {
    await togglePromptPublic(db.main, owner, promptId)
    return success
  },
}
