import type { Value } from '#contract/variables/value-schemas.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { changeLibrary, countChange, sumBytes } from '#server/users/libraries.queries.ts'
import { findPrompt } from '#server/library/prompts/prompts.queries.ts'
import { saveLastUse } from '#server/library/prompts/save-prompt.ts'
import { countTrash } from '#server/library/trash/trash.queries.ts'
import { eraseLastValues, setKeepsLastValues } from '#server/library/values/last-values.queries.ts'

/** Prompts whose values are deleted in one transaction, during which other writers wait. */
const promptsAtOnce = 200

/**
 * Makes prompts store the values last copied with them, starting with the values that the client has stored so far.
 *
 * @throws ApiError `storage_full`
 */
export async function startKeepingLastValues(
  db: Handle,
  owner: OwnerNo,
  stored: readonly { promptId: string; values: Value[] }[],
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { change } = await changeLibrary(transaction, owner)
    await setKeepsLastValues(transaction, owner, change, 1)
    for (const { promptId, values } of stored) {
      const prompt = await findPrompt(transaction, owner, promptId)
      // Another device may have stored later ones.
      if (prompt === undefined || prompt.lastValues.length > 0) continue
      await saveLastUse(transaction, owner, { ...prompt, lastValues: values }, prompt)
    }
  })
}

/** Deletes the last values of all prompts, including those in the trash, and stops storing them. */
export async function stopKeepingLastValues(db: Handle, owner: OwnerNo): Promise<void> {
  let isLeft = true
  while (isLeft) {
    isLeft = await db.transaction().execute(async (transaction) => {
      const { change } = await changeLibrary(transaction, owner)
      const live = await eraseLastValues(transaction, owner, change, 'prompts', promptsAtOnce)
      const trashed = await eraseLastValues(
        transaction,
        owner,
        change,
        'trashed_prompts',
        promptsAtOnce,
      )
      await countChange(transaction, owner, {
        bytes: -sumBytes(live),
        trashBytes: -sumBytes(trashed),
      })
      for (const { trashId = '', bytes } of trashed) {
        await countTrash(transaction, owner, trashId, { folders: 0, prompts: 0, bytes: -bytes })
      }
      if (live.length + trashed.length > 0) return true
      // Last, so that a switch that shows "off" is correct even if the server stops earlier.
      await setKeepsLastValues(transaction, owner, change, 0)
      return false
    })
  }
}
