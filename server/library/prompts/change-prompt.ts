import type { Prompt } from '#contract/library/prompts.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/core/api-error.ts'
import { lockLibrary } from '#server/users/libraries.queries.ts'
import { findPrompt } from '#server/library/prompts/prompts.queries.ts'
import { savePrompt } from '#server/library/prompts/save-prompt.ts'

/**
 * Reads a prompt, applies `change` to it and writes the result, with no other change in between.
 *
 * @throws ApiError `not_found`, and what `change` and `savePrompt` throw
 */
export async function changePrompt(
  db: Handle,
  owner: OwnerNo,
  promptId: string,
  change: (former: Prompt, transaction: Handle) => Prompt | Promise<Prompt>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockLibrary(transaction, owner)
    const former = await findPrompt(transaction, owner, promptId)
    if (former === undefined) throw new ApiError('not_found')
    await savePrompt(transaction, owner, await change(former, transaction), former)
  })
}
