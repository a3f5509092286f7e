import { isSameEdit, type Prompt, type PromptEdit } from '#contract/library/prompts.ts'
import { renamesBetween, type Rename } from '#contract/variables/renames.ts'
import { trimEdit } from '#contract/library/trim-edit.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Services } from '#server/core/services.ts'
import { ApiError } from '#server/core/api-error.ts'
import { changePrompt } from '#server/library/prompts/change-prompt.ts'
import { checkMaySet } from '#server/library/prompts/prompts.rules.ts'
import { withRenames } from '#server/library/values/value-sets.rules.ts'
import { saveVersion } from '#server/library/versions/save-version.ts'

/**
 * Replaces the editable fields of a prompt, keeps its previous state as a version, and returns its new `updatedAt`. A
 * stale `updatedAt` is rejected (optimistic lock), unless the stored prompt already equals the edit: the response to an
 * earlier request may have been lost. Renaming a variable renames it in the stored values.
 *
 * @throws ApiError `not_found`, `prompt_changed`, `short_name_out_of_reach`, `values_too_long`, `storage_full`
 */
export async function updatePrompt(
  services: Services,
  actor: Actor,
  input: PromptEdit & {
    promptId: string
    isFavourite?: 0 | 1 | undefined
    renames?: readonly Rename[] | undefined
    updatedAt?: string | undefined
    /** The restored version. */
    fromVersion?: number | undefined
  },
): Promise<string> {
  const { db, now } = services
  const { promptId, updatedAt, isFavourite, renames, fromVersion, ...given } = input
  const newUpdatedAt = new Date(now()).toISOString()
  await changePrompt(db.main, actor.owner, promptId, async (former, transaction) => {
    const edit = trimEdit({ ...given, variables: given.variables ?? former.variables })
    const isStale = updatedAt !== undefined && updatedAt !== former.updatedAt
    if (isStale && !isSameEdit(former, edit)) throw new ApiError('prompt_changed')
    checkMaySet(actor, edit.shortName, former)
    const renamed = renames ?? renamesBetween(former.prompt, edit.prompt)
    const [last] = withRenames([{ name: '', values: former.lastValues }], renamed)
    const changed: Prompt = Object.assign({}, former, edit, {
      isFavourite: isFavourite ?? former.isFavourite,
      valueSets: withRenames(former.valueSets, renamed),
      lastValues: last?.values ?? [],
      updatedAt: newUpdatedAt,
    })
    const isRestored = fromVersion !== undefined
    await saveVersion(transaction, actor, services, { former, changed, isRestored })
    return changed
  })
  return newUpdatedAt
}
