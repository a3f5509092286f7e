import { isSameEdit, type PromptEdit } from '#contract/prompts.ts'
import { trimEdit } from '#contract/variables/variable-settings.ts'
import type { Services } from '#server/core/services.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/core/api-error.ts'
import { changePrompt } from '#server/prompts/change-prompt.ts'

/**
 * Replaces what the user edits of a prompt. With `updatedAt`, only if that is still the stored version, or if
 * the stored version already says the same: the answer to an earlier request may have been lost.
 *
 * @throws ApiError `not_found`, `prompt_changed`, `storage_full`
 */
export async function updatePrompt(
  { db, now }: Services,
  owner: OwnerNo,
  input: PromptEdit & { promptId: string; updatedAt?: string | undefined },
): Promise<void> {
  const { promptId, updatedAt, ...given } = input
  await changePrompt(db.main, owner, promptId, (former) => {
    const edit = trimEdit({ ...given, variables: given.variables ?? former.variables })
    const isStale = updatedAt !== undefined && updatedAt !== former.updatedAt
    if (isStale && !isSameEdit(former, edit)) throw new ApiError('prompt_changed')
    return Object.assign({}, former, edit, { updatedAt: new Date(now()).toISOString() })
  })
}
