import type { AnswerOf } from '#contract/core/call.ts'
import type { Client } from '#contract/core/client.ts'
import { changeCalls } from '#contract/library/changes.ts'
import type { LibraryCopy } from './library-copy.ts'

/** More than the largest library has: 2 GB of texts, in pages of 2 MB. Later changes are requested the next time. */
const mostPages = 1_500
/** The rows of a page may all change again before the server has read them. */
const mostEmptyPages = 3

/** A page of changes. With `ids`, all other rows have been removed. */
export type ChangePage = {
  page: AnswerOf<typeof changeCalls.listChanges>
  ids: AnswerOf<typeof changeCalls.listIds> | undefined
}

/**
 * Requests the changes since a copy's cursor, and applies them page by page. `onPage` stores each page before the next
 * is requested. Returns whether anything has changed.
 *
 * @throws what `ask` and `onPage` throw, and Error if the changes never end. The copy is then as of an earlier cursor.
 */
export async function catchUp(
  copy: LibraryCopy,
  ask: Client,
  onPage?: (page: ChangePage) => Promise<void>,
): Promise<boolean> {
  let isChanged = false
  const seen = new Set([copy.cursor])
  let emptyPages = 0
  for (let hasMore = true; hasMore;) {
    const page = await ask(changeCalls.listChanges, { after: copy.cursor })
    const rows = page.folders.length + page.prompts.length
    emptyPages = rows === 0 ? emptyPages + 1 : 0
    const isEndless = seen.has(page.next) || seen.size > mostPages || emptyPages > mostEmptyPages
    if (page.hasMore && isEndless) throw new Error('The changes never end.')
    seen.add(page.next)
    const ids = page.hasRemoved ? await ask(changeCalls.listIds, {}) : undefined
    copy.applyChanges(page)
    if (ids) copy.keepOnly({ folders: new Set(ids.folders), prompts: new Set(ids.prompts) })
    copy.cursor = page.next
    copy.isComplete = !page.hasMore
    if (page.myValues) copy.keepsLastValues = page.myValues.keepsLastValues
    isChanged ||= rows > 0 || ids !== undefined
    await onPage?.({ page, ids })
    hasMore = page.hasMore
  }
  return isChanged
}
