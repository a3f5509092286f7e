import type { AppContext } from '#server/context.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/http/api-error.ts'
import { updatePrompt as updatePromptRow } from '#server/prompts/prompts.queries.ts'
import { toPromptColumns, type PromptText } from '#server/prompts/prompts.rules.ts'
import { updateSearchText } from '#server/prompts/search.queries.ts'
import { toSearchText } from '#server/prompts/search.rules.ts'

/**
 * Replaces what a prompt says; missing notes are none.
 *
 * @throws ApiError `not_found`
 */
export async function updatePrompt(
  { db, now }: AppContext,
  owner: OwnerNo,
  input: PromptText & { promptId: string },
): Promise<void> {
  const columns = toPromptColumns(input)
  const searchText = toSearchText(input)
  await db.main.transaction().execute(async (transaction) => {
    const changes = { ...columns, updated_at: new Date(now()).toISOString() }
    const rid = await updatePromptRow(transaction, owner, input.promptId, changes)
    if (rid === undefined) throw new ApiError('not_found')
    await updateSearchText(transaction, owner, rid, searchText)
  })
}
