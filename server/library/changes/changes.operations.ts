import type { changeCalls } from '#contract/library/changes.ts'
import type { Operations } from '#server/core/operation.ts'
import { listChanges } from '#server/library/changes/list-changes.ts'
import { listIds } from '#server/library/changes/list-ids.ts'
import { watchLibrary } from '#server/library/changes/watch-library.ts'

export const changeOperations: Operations<typeof changeCalls> = {
  listChanges: ({ db }, { owner }, input) => listChanges(db, owner, input),

  listIds: ({ db }, { owner }, { folderId }) => listIds(db, owner, folderId),

  async watchLibrary(services, { owner }) {
    return watchLibrary(services, owner)
  },
}
