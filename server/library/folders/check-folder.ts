import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { isFolder } from '#server/library/folders/folders.queries.ts'
import { ApiError } from '#server/core/api-error.ts'

/** @throws ApiError `not_found` if the folder does not exist or belongs to another owner */
export async function checkFolder(db: Handle, owner: OwnerNo, id: string): Promise<void> {
  if (!(await isFolder(db, owner, id))) throw new ApiError('not_found')
}
