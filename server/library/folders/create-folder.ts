import { limits } from '#contract/core/limits.ts'
import type { Services } from '#server/core/services.ts'
import { isForeignKeyViolation } from '#server/db/failures.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { changeLibrary, lockLibrary, takeRids } from '#server/users/libraries.queries.ts'
import { toNewId } from '#server/core/new-id.rules.ts'
import { toSortKey } from '#contract/library/sort-key.ts'
import { insertFolders, isFolder } from '#server/library/folders/folders.queries.ts'
import { ApiError } from '#server/core/api-error.ts'
import { foldWithWords } from '#contract/library/search/needles.ts'
import { checkSubscription } from '#server/billing/plans/check-subscription.ts'

/**
 * Creates a folder in another, or at the root, and returns its id. A retry with the same `attempt` returns the id of
 * the folder that the first request created.
 *
 * @throws ApiError `subscription_missing`, `folder_limit_reached`, and `not_found` if the parent does not exist or
 * belongs to another owner
 */
export async function createFolder(
  context: Services,
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
      const { change } = await changeLibrary(transaction, owner)
      const { firstRid: rid, holdings } = await takeRids(transaction, owner, 1, { folders: 1 })
      await checkSubscription(transaction, owner, context)
      if (holdings.folders > limits.folders) throw new ApiError('folder_limit_reached')
      const folder = {
        rid,
        owner_no: owner,
        id,
        parent_id: input.folderId ?? null,
        ...toFolderColumns(input),
        created_at: new Date(context.now()).toISOString(),
        changed_no: change,
      }
      await insertFolders(transaction, [folder])
    })
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new ApiError('not_found')
    throw error
  }
  return id
}

/** Derives the columns of a folder from its name and colour. */
export function toFolderColumns({ name, color }: { name: string; color: string }) {
  return {
    name,
    sort_key: toSortKey(name),
    folded_name: foldWithWords(name),
    color,
  }
}
