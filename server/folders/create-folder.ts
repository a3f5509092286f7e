import { limits } from '#contract/limits.ts'
import { foldForSearch } from '#contract/search.ts'
import type { AppContext } from '#server/context.ts'
import { isForeignKeyViolation } from '#server/db/failures.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { lockLibrary, takeRid } from '#server/entries/libraries.queries.ts'
import { toNewId } from '#server/entries/new-id.rules.ts'
import { toSortKey } from '#server/entries/sort-key.rules.ts'
import { insertFolder, isFolder } from '#server/folders/folders.queries.ts'
import { ApiError } from '#server/http/api-error.ts'
import { checkSubscription } from '#server/plans/check-subscription.ts'

/**
 * Makes a folder in another, or at the root, and gives its id; just that, if this very attempt has made it.
 *
 * @throws ApiError `subscription_missing` (spec §5), `folder_limit_reached`, and `not_found` where the folder around it is not
 * there or not the owner's
 */
export async function createFolder(
  context: AppContext,
  owner: OwnerNo,
  input: {
    folderId?: string | null | undefined
    name: string
    color: string
    attempt?: string | undefined
  },
): Promise<string> {
  const id = toNewId(owner, input)
  try {
    await context.db.main.transaction().execute(async (transaction) => {
      if (input.attempt) {
        await lockLibrary(transaction, owner)
        if (await isFolder(transaction, owner, id)) return
      }
      const { rid, holdings } = await takeRid(transaction, owner, { folders: 1 })
      await checkSubscription(transaction, owner, context)
      if (holdings.folders > limits.folders) throw new ApiError('folder_limit_reached')
      await insertFolder(transaction, {
        rid,
        owner_no: owner,
        id,
        parent_id: input.folderId ?? null,
        ...toFolderColumns(input),
        created_at: new Date(context.now()).toISOString(),
      })
    })
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new ApiError('not_found')
    throw error
  }
  return id
}

/** The columns that follow from what the form of a folder holds. */
export function toFolderColumns({ name, color }: { name: string; color: string }) {
  return { name, sort_key: toSortKey(name), folded_name: foldForSearch(name), color }
}
