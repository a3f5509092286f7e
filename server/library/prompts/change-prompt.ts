import type { Prompt } from '#contract/library/prompts.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/core/api-error.ts'
import { changeLibrary } from '#server/users/libraries.queries.ts'
import { findPrompt } from '#server/library/prompts/prompts.queries.ts'
import { savePrompt } from '#server/library/prompts/save-prompt.ts'

/**
 * Reads a prompt, applies `edit` to it and writes the result, with no other change in between.
 *
 * @throws ApiError `not_found`, and what `edit` and `savePrompt` throw
 */
export async function changePrompt(
  db: Handle,
  owner: OwnerNo,
  promptId: string,
  edit: (former: Prompt, transaction: Handle) => Prompt | Promise<Prompt>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { change } = await changeLibrary(transaction, owner)
    const former = await findPrompt(transaction, owner, promptId)
    if (former === undefined) throw new ApiError('not_found')
    await savePrompt(transaction, owner, change, await edit(former, transaction), former)
  })
}
