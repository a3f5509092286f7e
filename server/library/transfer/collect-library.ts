import { libraryFormat, libraryVersion } from '#contract/transfer/library-file.ts'
import { limits } from '#contract/core/limits.ts'
import type { Prompt } from '#contract/library/prompts.ts'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ridRange } from '#server/db/rid.ts'
import { toStoredFolder } from '#server/library/folders/folders.present.ts'
import {
  listFoldersAfter,
  listFoldersIn,
  type StoredFolderRow,
} from '#server/library/folders/folders.queries.ts'
import { toFilePrompt } from '#server/library/prompts/prompts.present.ts'
import {
  listPromptsAfter,
  listPromptsOf,
  type StoredPrompt,
} from '#server/library/prompts/prompts.queries.ts'
import { fromFieldColumns } from '#server/library/prompts/prompts.rules.ts'
import { toTrashItem } from '#server/library/trash/trash.present.ts'
import { listSelectedPrompts, type Selection } from '#server/library/selection/selection.queries.ts'
import {
  listTrashedAfter,
  listTrashRows,
  type TrashedFolderRow,
  type TrashedPromptRow,
} from '#server/library/trash/trash.queries.ts'
import {
  listVersioned,
  listVersionsAfter,
  listVersionsOf,
  type StoredVersionRow,
} from '#server/library/versions/versions.queries.ts'
import { toStoredVersion } from '#server/library/versions/versions.rules.ts'

const foldersAtOnce = 500
/** Up to 2 MB, which blocks others for some hundredths of a second. */
const promptsAtOnce = 10

/** Returns the first fields of an export in our own format. */
export function toFileHead(now: number): object {
  return {
    format: libraryFormat,
    version: libraryVersion,
    exportedAt: new Date(now).toISOString(),
  }
}

/**
 * Streams a library with its trash as one JSON document, starting with the fields of `head`. `more` adds lists at its
 * end. `present` maps a prompt to its form in the document.
 */
export async function* collectLibrary(
  db: Handle,
  owner: OwnerNo,
  head: object,
  more: readonly List[] = [],
  present: (prompt: Dated) => object = toFilePrompt,
): AsyncGenerator<string> {
  const [before] = ridRange(owner)
  const trash = (await listTrashRows(db, owner, limits.prompts)).map(toTrashItem)
  yield* writeFile({ ...head, trash }, [
    [
      'folders',
      pages(
        (last: StoredFolderRow | undefined) =>
          listFoldersAfter(db, owner, last?.rid ?? before, foldersAtOnce),
        toStoredFolder,
      ),
    ],
    [
      'prompts',
      pages(
        (last: StoredPrompt | undefined) =>
          listPromptsAfter(db, owner, last?.rid ?? before, promptsAtOnce),
        ({ rid: _rid, ...prompt }) => present(prompt),
      ),
    ],
    [
      'trashedFolders',
      pages(
        (last: TrashedFolderRow | undefined) =>
          listTrashedAfter(db, owner, 'trashed_folders', {
            rid: last?.rid ?? before,
            limit: foldersAtOnce,
          }),
        (row) => ({ trashId: row.trash_id, ...toStoredFolder(row) }),
      ),
    ],
    [
      'trashedPrompts',
      pages(
        (last: TrashedPromptRow | undefined) =>
          listTrashedAfter(db, owner, 'trashed_prompts', {
            rid: last?.rid ?? before,
            limit: promptsAtOnce,
          }),
        (row) => ({
          trashId: row.trash_id,
          ...present({ createdAt: row.created_at, ...fromFieldColumns(row) }),
        }),
      ),
    ],
    [
      'versions',
      pages(
        (last: StoredVersionRow | undefined) => listVersionsAfter(db, owner, last, promptsAtOnce),
        toStoredVersion,
      ),
    ],
    ...more,
  ])
}

/** Streams a selection like `collectLibrary`, without the enclosing folders. */
export async function* collectSelection(
  db: Handle,
  owner: OwnerNo,
  head: object,
  selection: Selection,
): AsyncGenerator<string> {
  const folders = await listFoldersIn(db, owner, selection.folderIds)
  const ids = new Set(folders.map(({ id }) => id))
  const inside = (id: string | null) => (id !== null && ids.has(id) ? id : null)
  // The keys of 200,000 prompts are a few megabytes. Selecting them again for every page would take longer.
  const rids = (await listSelectedPrompts(db, owner, selection)).map(({ rid }) => rid)
  yield* writeFile(head, [
    [
      'folders',
      [
        folders.map((row) => {
          const folder = toStoredFolder(row)
          return { ...folder, parentId: inside(folder.parentId) }
        }),
      ],
    ],
    [
      'prompts',
      slices(rids, async (some) =>
        (await listPromptsOf(db, owner, some)).map((row) => {
          const prompt = toFilePrompt(row)
          return { ...prompt, folderId: inside(prompt.folderId) }
        }),
      ),
    ],
    ['versions', versionsOf(db, owner, rids)],
  ])
}

type Dated = Prompt & { createdAt: string }
type Pages = Iterable<object[]> | AsyncIterable<object[]>
export type List = readonly [name: string, pages: Pages]

/** Writes each item of a list on a line, so that a reader can count them while it reads. */
async function* writeFile(head: object, lists: readonly List[]): AsyncGenerator<string> {
  yield JSON.stringify(head, null, 2).slice(0, -2)
  for (const [name, pages] of lists) {
    yield `,\n  "${name}": `
    let opening = '['
    for await (const page of pages) {
      if (page.length === 0) continue
      yield opening + page.map((item) => JSON.stringify(item)).join(',\n')
      opening = ',\n'
    }
    yield opening === '[' ? '[]' : ']'
  }
  yield '\n}\n'
}

/** Reads page by page, so that a large library neither fills memory nor blocks the process. */
export async function* pages<Row>(
  listAfter: (last: Row | undefined) => Promise<Row[]>,
  present: (row: Row) => object,
): AsyncGenerator<object[]> {
  for (let rows = await listAfter(undefined); rows.length > 0;) {
    yield rows.map(present)
    rows = await listAfter(rows.at(-1))
  }
}

async function* slices<Item>(
  rids: readonly number[],
  list: (some: readonly number[]) => Promise<Item[]>,
): AsyncGenerator<Item[]> {
  for (let from = 0; from < rids.length; from += promptsAtOnce) {
    yield await list(rids.slice(from, from + promptsAtOnce))
  }
}

/** Lists versions prompt by prompt, since each prompt may have some megabytes of them. */
async function* versionsOf(
  db: Handle,
  owner: OwnerNo,
  rids: readonly number[],
): AsyncGenerator<object[]> {
  for await (const some of slices(rids, (slice) => listVersioned(db, owner, slice))) {
    for (const rid of some) yield (await listVersionsOf(db, owner, rid)).map(toStoredVersion)
  }
}
