import { ApiError } from '#server/core/api-error.ts'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { changeLibrary } from '#server/users/libraries.queries.ts'
import type { ChangeNo } from '#server/db/schema/library.table.ts'
import { checkSubscription } from '#server/billing/plans/check-subscription.ts'

/**
 * Checks that the owner's plan has room for more prompts, and returns the number of the change that adds them. Other
 * writers of the library wait until the transaction ends.
 *
 * @throws ApiError `not_logged_in` if the account has been deleted, `subscription_missing`, `prompt_limit_reached`
 */
export async function checkRoom(
  transaction: Handle,
  owner: OwnerNo,
  services: Services,
  added: number,
): Promise<ChangeNo> {
  const { change, holdings } = await changeLibrary(transaction, owner)
  const { promptLimit } = await checkSubscription(transaction, owner, services)
  if (promptLimit !== null && added > 0 && holdings.prompts + added > promptLimit) {
    throw new ApiError('prompt_limit_reached', { limit: promptLimit })
  }
  return change
}
