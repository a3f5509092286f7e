import { limits } from '#contract/limits.ts'
import { toAccountData } from '#server/accounts/profile/account-data.present.ts'
import { getAccountRows } from '#server/accounts/profile/account-data.queries.ts'
import type { Services } from '#server/core/services.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ridRange } from '#server/db/rid.ts'
import { toStoredFolder } from '#server/folders/folders.present.ts'
import { listFoldersAfter, type StoredFolderRow } from '#server/folders/folders.queries.ts'
import { toStoredPrompt } from '#server/prompts/prompts.present.ts'
import { listPromptsAfter, type StoredPrompt } from '#server/prompts/prompts.queries.ts'
import { toTrashedPrompt, toTrashItem } from '#server/trash/trash.present.ts'
import {
  listTrashedAfter,
  listTrashRows,
  type TrashedFolderRow,
  type TrashedPromptRow,
} from '#server/trash/trash.queries.ts'
import { listVersionsAfter, type StoredVersionRow } from '#server/versions/versions.queries.ts'
import { toStoredVersion } from '#server/versions/versions.rules.ts'
import { getMyValues } from '#server/values/my-values.queries.ts'

const foldersAtOnce = 500
/** Up to 10 MB. */
const promptsAtOnce = 50

/** All data that the server holds about an account, as one JSON text in pieces. */
export async function* collectAccount(
  { db, now }: Services,
  owner: OwnerNo,
): AsyncGenerator<string> {
  const { background } = db
  const account = toAccountData(await getAccountRows(background, owner))
  const myValues = await getMyValues(background, owner)
  const trash = (await listTrashRows(background, owner, limits.prompts)).map(toTrashItem)
  const head = { collectedAt: new Date(now()).toISOString(), ...account, myValues, trash }
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "folders": `
  const [before] = ridRange(owner)
  yield* toJsonArray(
    (last: StoredFolderRow | undefined) =>
      listFoldersAfter(background, owner, last?.rid ?? before, foldersAtOnce),
    toStoredFolder,
  )
  yield ',\n  "prompts": '
  yield* toJsonArray(
    (last: StoredPrompt | undefined) =>
      listPromptsAfter(background, owner, last?.rid ?? before, promptsAtOnce),
    toStoredPrompt,
  )
  yield ',\n  "trashedFolders": '
  yield* toJsonArray(
    (last: TrashedFolderRow | undefined) =>
      listTrashedAfter(background, owner, 'trashed_folders', {
        rid: last?.rid ?? before,
        limit: foldersAtOnce,
      }),
    (row) => ({ trashId: row.trash_id, ...toStoredFolder(row) }),
  )
  yield ',\n  "trashedPrompts": '
  yield* toJsonArray(
    (last: TrashedPromptRow | undefined) =>
      listTrashedAfter(background, owner, 'trashed_prompts', {
        rid: last?.rid ?? before,
        limit: promptsAtOnce,
      }),
    (row) => ({ trashId: row.trash_id, createdAt: row.created_at, ...toTrashedPrompt(row) }),
  )
  yield ',\n  "versions": '
  yield* toJsonArray(
    (last: StoredVersionRow | undefined) =>
      listVersionsAfter(background, owner, last, promptsAtOnce),
    toStoredVersion,
  )
  yield '\n}\n'
}

/** Reads page by page, so that a large library neither fills memory nor blocks the process. */
async function* toJsonArray<Row>(
  listAfter: (last: Row | undefined) => Promise<Row[]>,
  present: (row: Row) => object,
): AsyncGenerator<string> {
  let opening = '['
  for (let rows = await listAfter(undefined); rows.length > 0;) {
    yield opening + rows.map((row) => JSON.stringify(present(row))).join(',\n')
    opening = ',\n'
    rows = await listAfter(rows.at(-1))
  }
  yield opening === '[' ? '[]' : ']'
}
