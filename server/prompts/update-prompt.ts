import type { AppContext } from '#server/context.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/http/api-error.ts'
import { toCardJson } from '#server/prompts/prompts.present.ts'
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
  const { promptId } = input
  const columns = toPromptColumns(input)
  const search = { sort_key: columns.sort_key, text: toSearchText(input) }
  await db.main.transaction().execute(async (transaction) => {
    const changes = { ...columns, updated_at: new Date(now()).toISOString() }
    const prompt = await updatePromptRow(transaction, owner, promptId, changes)
    if (prompt === undefined) throw new ApiError('not_found')
    await updatePromptRow(transaction, owner, promptId, { card: toCardJson(prompt) })
    await updateSearchText(transaction, owner, prompt.rid, search)
  })
}
