import { toAccountData } from '#server/accounts/profile/account-data.present.ts'
import { getAccountRows } from '#server/accounts/profile/account-data.queries.ts'
import type { Services } from '#server/core/services.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ridRange } from '#server/db/rid.ts'
import { toStoredFolder } from '#server/folders/folders.present.ts'
import { listFoldersAfter } from '#server/folders/folders.queries.ts'
import { toStoredPrompt } from '#server/prompts/prompts.present.ts'
import { listPromptsAfter } from '#server/prompts/prompts.queries.ts'
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
  const head = { collectedAt: new Date(now()).toISOString(), ...account, myValues }
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "folders": `
  yield* toJsonArray(
    owner,
    (after) => listFoldersAfter(background, owner, after, foldersAtOnce),
    toStoredFolder,
  )
  yield ',\n  "prompts": '
  yield* toJsonArray(
    owner,
    (after) => listPromptsAfter(background, owner, after, promptsAtOnce),
    toStoredPrompt,
  )
  yield '\n}\n'
}

/** Reads page by page, so that a large library neither fills memory nor blocks the process. */
async function* toJsonArray<Row extends { rid: number }>(
  owner: OwnerNo,
  listAfter: (rid: number) => Promise<Row[]>,
  present: (row: Row) => object,
): AsyncGenerator<string> {
  let [after] = ridRange(owner)
  let opening = '['
  for (let rows = await listAfter(after); rows.length > 0; rows = await listAfter(after)) {
    yield opening + rows.map((row) => JSON.stringify(present(row))).join(',\n')
    opening = ',\n'
    after = rows.at(-1)?.rid ?? after
  }
  yield opening === '[' ? '[]' : ']'
}
