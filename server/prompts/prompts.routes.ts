import { calls } from '#contract/calls.ts'
import type { AppContext } from '#server/context.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Implement } from '#server/http/implement.ts'
import { success } from '#server/http/success.ts'
import { createPrompt } from '#server/prompts/create-prompt.ts'
import { deletePrompt } from '#server/prompts/delete-prompt.ts'
import { listPrompts } from '#server/prompts/list-prompts.ts'
import { movePrompt } from '#server/prompts/move-prompt.ts'
import { findPrompt, findSharedPrompt } from '#server/prompts/prompts.queries.ts'
import { searchLibrary } from '#server/prompts/search-library.ts'
import { togglePromptPublic } from '#server/prompts/toggle-prompt-public.ts'
import { updatePrompt } from '#server/prompts/update-prompt.ts'

export function promptRoutes(implement: Implement, context: AppContext): void {
  const { main } = context.db

  implement(calls.listPrompts, ({ input, owner }) =>
    listPrompts(context.db, owner, input.folderId ?? null),
  )

  implement(calls.searchPrompts, ({ input, owner }) => searchLibrary(context.db, owner, input))

  implement(calls.getPrompt, async ({ input, owner }) => {
    const prompt = await findPrompt(main, owner, input.promptId)
    if (prompt === undefined) throw new ApiError('not_found')
    return { prompt }
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
