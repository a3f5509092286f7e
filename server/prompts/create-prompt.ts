import { limits } from '#contract/limits.ts'
import type { AppContext } from '#server/context.ts'
import { isForeignKeyViolation } from '#server/db/failures.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/http/api-error.ts'
import { checkSubscription } from '#server/plans/check-subscription.ts'
import { lockLibrary, recountPrompts, takeRid } from '#server/library/libraries.queries.ts'
import { toNewId } from '#server/library/new-id.rules.ts'
import { toCardJson } from '#server/prompts/prompts.present.ts'
import { findPrompt, insertPrompt } from '#server/prompts/prompts.queries.ts'
import { bytesOf, toPromptColumns, type PromptText } from '#server/prompts/prompts.rules.ts'
import { insertSearchText } from '#server/prompts/search.queries.ts'
import { toSearchText } from '#server/prompts/search.rules.ts'

/**
 * Makes a prompt in a folder, or at the root, and gives its id; just that, if this very attempt has made it.
 *
 * @throws ApiError `subscription_missing`, `prompt_limit_reached` (spec §5), `library_full`, `storage_full`,
 * and `not_found` where the folder is not there or not the owner's
 */
export async function createPrompt(
  context: AppContext,
  owner: OwnerNo,
  input: PromptText & { folderId?: string | null | undefined; attempt?: string | undefined },
): Promise<string> {
  const id = toNewId(owner, input)
  const time = new Date(context.now()).toISOString()
  const fields = { ...toPromptColumns(input), id, is_public: 0 as const, updated_at: time }
  const prompt = {
    ...fields,
    owner_no: owner,
    folder_id: input.folderId ?? null,
    card: toCardJson(fields),
  }
  const search = { sort_key: fields.sort_key, text: toSearchText(input) }
  try {
    await context.db.main.transaction().execute(async (transaction) => {
      if (input.attempt) {
        await lockLibrary(transaction, owner)
        if (await findPrompt(transaction, owner, id)) return
      }
      const adds = { prompts: 1, bytes: bytesOf(fields) }
      const { rid, holdings } = await takeRid(transaction, owner, adds)
      const { promptLimit } = await checkSubscription(transaction, owner, context)
      // In a rolling release, servers of an older version delete without counting: the rows decide.
      if (
        promptLimit !== null &&
        holdings.prompts > promptLimit &&
        (await recountPrompts(transaction, owner, 1)) > promptLimit
      ) {
        throw new ApiError('prompt_limit_reached', { limit: promptLimit })
      }
      if (holdings.prompts > limits.prompts) throw new ApiError('library_full')
      if (holdings.bytes > limits.storedBytes) throw new ApiError('storage_full')
      await insertPrompt(transaction, { ...prompt, rid, created_at: time })
      await insertSearchText(transaction, owner, rid, search)
    })
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new ApiError('not_found')
    throw error
  }
  return id
}
