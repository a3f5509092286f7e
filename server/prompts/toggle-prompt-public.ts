import type { Database } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/core/api-error.ts'
import { toCardJson } from '#server/prompts/prompts.present.ts'
import { flipPublic, updatePrompt } from '#server/prompts/prompts.queries.ts'

/**
 * Shares a private prompt by link, or makes a shared one private.
 *
 * @throws ApiError `not_found`
 */
export async function togglePromptPublic(
  db: Database['main'],
  owner: OwnerNo,
  promptId: string,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const prompt = await flipPublic(transaction, owner, promptId)
    if (prompt === undefined) throw new ApiError('not_found')
    await updatePrompt(transaction, owner, promptId, { card: toCardJson(prompt) })
  })
}
