import type { SelectionChange } from '#contract/library/selection.ts'
import { toShortName } from '#contract/core/short-names.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Services } from '#server/core/services.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { changeLibrary } from '#server/users/libraries.queries.ts'
import { findPrompt } from '#server/library/prompts/prompts.queries.ts'
import { numberShortNames, savePrompt } from '#server/library/prompts/save-prompt.ts'

/**
 * Gives prompts without a short name one derived from their title. Returns the changes that undo it, and how many
 * titles yield none.
 *
 * @throws ApiError `not_found` if a prompt does not exist or belongs to another owner; `storage_full`
 */
export async function giveShortNames(
  { db }: Services,
  owner: OwnerNo,
  promptIds: readonly string[],
): Promise<{ undo: SelectionChange[]; left: number }> {
  return db.background.transaction().execute(async (transaction) => {
    const { change } = await changeLibrary(transaction, owner)
    const undo: SelectionChange[] = []
    let left = 0
    for (const id of new Set(promptIds)) {
      const former = await findPrompt(transaction, owner, id)
      if (former === undefined) throw new ApiError('not_found')
      if (former.shortName !== null) continue
      const wanted = { ...former, shortName: toShortName(former.name) }
      const [named = wanted] = await numberShortNames(transaction, owner, [wanted])
      const { shortName } = named
      if (shortName === null) {
        left += 1
        continue
      }
      await savePrompt(transaction, owner, change, named, former)
      undo.push({ promptIds: [id], folderIds: [], shortName: null, ifStill: { shortName } })
    }
    return { undo, left }
  })
}
