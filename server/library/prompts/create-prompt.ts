import * as z from 'zod/mini'
import { Prompt, type PromptEdit } from '#contract/library/prompts.ts'
import { trimEdit } from '#contract/library/trim-edit.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Services } from '#server/core/services.ts'
import { lockLibrary } from '#server/users/libraries.queries.ts'
import { toNewId } from '#server/core/new-id.rules.ts'
import { checkRoom } from '#server/library/prompts/check-room.ts'
import { findPrompt } from '#server/library/prompts/prompts.queries.ts'
import { checkMaySet } from '#server/library/prompts/prompts.rules.ts'
import { savePrompt } from '#server/library/prompts/save-prompt.ts'

/**
 * Creates a prompt in a folder, or at the root, and returns its id. A retry with the same `attempt` returns the id of
 * the prompt that the first request created.
 *
 * @throws ApiError what `checkMaySet`, `checkRoom` and `savePrompt` throw
 */
export async function createPrompt(
  context: Services,
  actor: Actor,
  input: PromptEdit & { folderId?: string | null | undefined; attempt?: string | undefined },
): Promise<string> {
  const { owner } = actor
  const id = toNewId(owner, input)
  const { folderId = null, attempt, ...edit } = input
  checkMaySet(actor, edit.shortName)
  await context.db.main.transaction().execute(async (transaction) => {
    await lockLibrary(transaction, owner)
    if (attempt && (await findPrompt(transaction, owner, id))) return
    const change = await checkRoom(transaction, owner, context, 1)
    const updatedAt = new Date(context.now()).toISOString()
    // Supplies the defaults of fields that an older client does not send.
    const prompt = z.parse(Prompt, { ...trimEdit(edit), id, folderId, isPublic: 0, updatedAt })
    await savePrompt(transaction, owner, change, prompt)
  })
  return id
}
