import { calls } from '#contract/calls.ts'
import type { AppContext } from '#server/context.ts'
import { checkFolder } from '#server/folders/check-folder.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Implement } from '#server/http/implement.ts'
import { Serialized } from '#server/http/serialized.ts'
import { success } from '#server/http/success.ts'
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

export function promptRoutes(implement: Implement, context: AppContext): void {
  const { main } = context.db

  implement(calls.listPrompts, async ({ input, owner }) => {
    const folderId = input.folderId ?? null
    const { json, hasMore } = await collectList(
      context.db,
      (db, after: CardRow | undefined) => listPromptCards(db, owner, folderId, after),
      (row) => row.card,
    )
    // Where prompts lie, there is a folder.
    if (json === '' && folderId !== null) await checkFolder(main, owner, folderId)
    return new Serialized(`{"prompts":[${json}]${hasMore ? ',"hasMore":true' : ''}}`)
  })

  implement(calls.searchPrompts, ({ input, owner }) =>
    searchLibrary(context.db, owner, input.search),
  )

  implement(calls.getPrompt, async ({ input, owner }) => {
    const row = await findPrompt(main, owner, input.promptId)
    if (row === undefined) throw new ApiError('not_found')
    return { prompt: toPrompt(row) }
  })

  implement(calls.getSharedPrompt, async ({ input }) => {
    const row = await findSharedPrompt(main, input.promptId)
    if (row === undefined) throw new ApiError('not_found')
    return { ...success, prompt: row.body, promptName: row.name }
  })

  implement(calls.createPrompt, async ({ input, owner }) => ({
    ...success,
    id: await createPrompt(context, owner, input),
  }))

  implement(calls.updatePrompt, async ({ input, owner }) => {
    await updatePrompt(context, owner, input)
    return success
  })

  implement(calls.deletePrompt, async ({ input, owner }) => {
    await deletePrompt(main, owner, input.promptId)
    return success
  })

  implement(calls.movePrompt, async ({ input, owner }) => {
    await movePrompt(main, owner, input.promptId, input.folderId === 'root' ? null : input.folderId)
    return success
  })

  implement(calls.togglePromptPublic, async ({ input, owner }) => {
    await togglePromptPublic(main, owner, input.promptId)
    return success
  })
}
