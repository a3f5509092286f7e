import { ApiError } from '#server/core/api-error.ts'
import type { Services } from '#server/core/services.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { lockLibrary } from '#server/entries/libraries.queries.ts'
import { toNewId } from '#server/entries/new-id.rules.ts'
import { checkRoom } from '#server/prompts/check-room.ts'
import { findPrompt, listNamesIn } from '#server/prompts/prompts.queries.ts'
import { savePrompt } from '#server/prompts/save-prompt.ts'
import { toCopyName } from '#server/selection/copy-name.rules.ts'

/**
 * Copies prompts, each beside its original or all into one folder, and returns the ids of the copies. A copy is
 * private and no favourite. A repeated attempt returns the ids of the first one.
 *
 * @throws ApiError `not_found`, and what `checkRoom` and `savePrompt` throw
 */
export async function copySelection(
  services: Services,
  owner: OwnerNo,
  input: {
    promptIds: readonly string[]
    folderId?: string | undefined
    attempt?: string | undefined
  },
): Promise<string[]> {
  const { promptIds, folderId: destination, attempt } = input
  const ids = promptIds.map((promptId, at) => {
    const copy = { promptId, at, destination, attempt }
    return toNewId(owner, copy)
  })
  const updatedAt = new Date(services.now()).toISOString()
  await services.db.background.transaction().execute(async (transaction) => {
    await lockLibrary(transaction, owner)
    const isRepeated = attempt && ids[0] && (await findPrompt(transaction, owner, ids[0]))
    if (isRepeated) return
    await checkRoom(transaction, owner, services, promptIds.length)
    const namesIn = new Map<string | null, Set<string>>()
    for (const [at, promptId] of promptIds.entries()) {
      const original = await findPrompt(transaction, owner, promptId)
      const id = ids[at]
      if (original === undefined || id === undefined) throw new ApiError('not_found')
      const folderId =
        destination === undefined ? original.folderId : destination === 'root' ? null : destination
      const names =
        namesIn.get(folderId) ?? new Set(await listNamesIn(transaction, owner, folderId))
      const name = toCopyName(original.name, names)
      namesIn.set(folderId, names.add(name))
      await savePrompt(transaction, owner, {
        ...original,
        id,
        name,
        folderId,
        isPublic: 0,
        isFavourite: 0,
        usedAt: null,
        updatedAt,
      })
    }
  })
  return ids
}
