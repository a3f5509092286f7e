import type { AnswerOf } from '#contract/core/call.ts'
import type { Client } from '#contract/core/client.ts'
import { changeCalls } from '#contract/library/changes.ts'
import { ApiError } from '#web/api/api-error.ts'
import type { LibraryCopy } from './library-copy.ts'

/** A page of changes. With `ids`, all other rows have been removed. */
export type ChangePage = {
  page: AnswerOf<typeof changeCalls.listChanges>
  ids: AnswerOf<typeof changeCalls.listIds> | undefined
}

/**
 * Requests the changes since a copy's cursor, and applies them page by page. `onPage` stores each page before the next
 * is requested. Returns whether anything has changed.
 *
 * @throws what `ask` and `onPage` throw, and ApiError if the server repeats a cursor. The copy is then as of an earlier
 *   cursor.
 */
export async function catchUp(
  copy: LibraryCopy,
  ask: Client,
  onPage?: (page: ChangePage) => Promise<void>,
): Promise<boolean> {
  let isChanged = false
  const seen = new Set([copy.cursor])
  for (let hasMore = true; hasMore;) {
    const page = await ask(changeCalls.listChanges, { after: copy.cursor })
    // Such a server would be asked again and again.
    if (page.hasMore && seen.has(page.next)) throw new ApiError(200)
    seen.add(page.next)
    const ids = page.hasRemoved ? await ask(changeCalls.listIds, {}) : undefined
    copy.applyChanges(page)
    if (ids) copy.keepOnly({ folders: new Set(ids.folders), prompts: new Set(ids.prompts) })
    copy.cursor = page.next
    copy.isComplete = !page.hasMore
    if (page.myValues) copy.keepsLastValues = page.myValues.keepsLastValues
    isChanged ||= page.folders.length + page.prompts.length > 0 || ids !== undefined
    await onPage?.({ page, ids })
    hasMore = page.hasMore
  }
  return isChanged
}
