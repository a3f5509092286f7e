import { limits } from '#contract/limits.ts'
import type { Services } from '#server/core/services.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/core/api-error.ts'
import { countChange, lockLibrary } from '#server/library/libraries.queries.ts'
import { toCardJson } from '#server/prompts/prompts.present.ts'
import {
  findPrompt,
  updatePrompt as updatePromptRow,
  type PromptRow,
} from '#server/prompts/prompts.queries.ts'
import { bytesOf, toPromptColumns, type PromptText } from '#server/prompts/prompts.rules.ts'
import { updateSearchText } from '#server/prompts/search.queries.ts'
import { toSearchText } from '#server/prompts/search.rules.ts'

/**
 * Replaces what a prompt says; missing notes are none. `updatedAt`, where it is given, is that of the
 * prompt as the change was made to it.
 *
 * @throws ApiError `not_found`, and `prompt_changed` where the prompt says something else by now, `storage_full`
 */
export async function updatePrompt(
  { db, now }: Services,
  owner: OwnerNo,
  input: PromptText & { promptId: string; updatedAt?: string | undefined },
): Promise<void> {
  const { promptId, updatedAt } = input
  const columns = toPromptColumns(input)
  const search = { sort_key: columns.sort_key, text: toSearchText(input) }
  await db.main.transaction().execute(async (transaction) => {
    // Nothing changes between the look and the change.
    await lockLibrary(transaction, owner)
    const former = await findPrompt(transaction, owner, promptId)
    if (former === undefined) throw new ApiError('not_found')
    if (updatedAt !== undefined && updatedAt !== former.updated_at && !isSame(former, columns)) {
      throw new ApiError('prompt_changed')
    }
    const bytes = bytesOf(columns) - bytesOf(former)
    if (bytes !== 0) {
      const holdings = await countChange(transaction, owner, { bytes })
      // Who is above the limit may still make a text shorter.
      if (bytes > 0 && holdings.bytes > limits.storedBytes) throw new ApiError('storage_full')
    }
    const changes = { ...columns, updated_at: new Date(now()).toISOString() }
    const prompt = await updatePromptRow(transaction, owner, promptId, changes)
    if (prompt === undefined) throw new ApiError('not_found')
    await updatePromptRow(transaction, owner, promptId, { card: toCardJson(prompt) })
    await updateSearchText(transaction, owner, prompt.rid, search)
  })
}

/** Whether the change has been made already, as by a request whose answer was lost on its way. */
function isSame(former: PromptRow, columns: ReturnType<typeof toPromptColumns>): boolean {
  return (
    former.name === columns.name &&
    former.color === columns.color &&
    former.notes === columns.notes &&
    former.body === columns.body
  )
}
