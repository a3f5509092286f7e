import { hash, timingSafeEqual } from 'node:crypto'
import { CompiledQuery, sql, type Insertable, type Selectable, type UpdateObject } from 'kysely'
import {
  cardFields,
  countedFields,
  wholeFields,
  type Prompt,
  type PromptCard,
  type SharedPrompt,
} from '#contract/library/prompts.ts'
import { stemOf } from '#contract/core/short-names.ts'
import { isClosed } from '#server/users/users.queries.ts'
import type { Handle } from '#server/db/database.ts'
import { isPostgres } from '#server/db/dialect.ts'
import type { AccountNo, OwnerNo } from '#server/db/owner.ts'
import type { ChangeNo } from '#server/db/schema/library.table.ts'
import type { Tables } from '#server/db/schema/tables.ts'
import { ridRange } from '#server/db/rid.ts'
import { rowsInPage } from '#server/library/collect-list.ts'
import { toSortKey } from '#contract/library/sort-key.ts'
import { fromJson } from '#server/db/json-column.ts'
import { toPrompt, type PromptRow } from '#server/library/prompts/prompts.rules.ts'
import { columnOf, type PromptTable } from '#server/db/schema/prompts.table.ts'

/** A prompt with its key and creation time. */
export type StoredPrompt = Prompt & { rid: number; createdAt: string }

/** The storage that a prompt uses, in bytes: the SQL counterpart of `bytesOf`. */
export const promptBytes = sql.raw<number>(
  countedFields.map((field) => `coalesce(octet_length(${columnOf[field]}), 0)`).join(' + '),
)

/** Selects columns under their names in the contract. */
function toColumns(fields: readonly (keyof typeof columnOf)[]): string {
  return fields.map((field) => `prompts.${columnOf[field]} as "${field}"`).join(', ')
}

const wholeColumns = sql.raw(toColumns(wholeFields))
export const cardColumns = sql.raw(toColumns(cardFields))
export const allColumns = sql.raw(toColumns([...new Set([...wholeFields, ...cardFields])]))

/**
 * Lists a page of the cards directly in a folder, or at the root, by name. `after` is the last of the previous page.
 * Raw SQL, because Kysely takes longer to compile this query than SQLite takes to run it.
 */
export async function listPromptCards(
  db: Handle,
  owner: OwnerNo,
  folderId: string | null,
  after?: PromptCard,
): Promise<PromptCard[]> {
  const inFolder = folderId === null ? sql`folder_id is null` : sql`folder_id = ${folderId}`
  const isNext = after
    ? sql`and (sort_key, name, id) > (${toSortKey(after.name)}, ${after.name}, ${after.id})`
    : sql``
  const { rows } = await sql<PromptCard>`select ${cardColumns} from prompts
    where owner_no = ${owner} and ${inFolder} ${isNext}
    order by sort_key, name, id limit ${sql.lit(rowsInPage)}`.execute(db)
  return rows
}

/** Compiled once: compiling takes Kysely as long as SQLite takes to find the prompt. */
const findPromptBy = (owner: string, id: string) =>
  `select ${toColumns(wholeFields)} from prompts where owner_no = ${owner} and id = ${id}`
const findPromptSql = { postgres: findPromptBy('$1', '$2'), sqlite: findPromptBy('?', '?') }

export async function findPrompt(
  db: Handle,
  owner: OwnerNo,
  id: string,
): Promise<Prompt | undefined> {
  const text = findPromptSql[isPostgres(db) ? 'postgres' : 'sqlite']
  const { rows } = await db.executeQuery<PromptRow<Prompt>>(CompiledQuery.raw(text, [owner, id]))
  return rows[0] && toPrompt(rows[0])
}

/** The folder of a prompt, or of a run's prompt; null at the root, undefined if there is none. */
export async function findFolderOf(
  db: Handle,
  owner: OwnerNo,
  { promptId, runId }: { promptId?: string; runId?: string },
): Promise<string | null | undefined> {
  const id =
    runId === undefined
      ? sql`${promptId}`
      : sql`(select prompt_id from runs where owner_no = ${owner} and id = ${runId})`
  const { rows } = await sql<{ folder_id: string | null }>`
    select folder_id from prompts where owner_no = ${owner} and id = ${id}`.execute(db)
  return rows[0]?.folder_id
}

type SharedRow = Pick<
  Selectable<PromptTable>,
  'owner_no' | 'name' | 'color' | 'body' | 'variables' | 'share_key'
>

/**
 * Finds a prompt by its public link, only if it is shared and the link has its key. The only read of a library that names
 * no owner.
 */
export async function findSharedPrompt(
  db: Handle,
  id: string,
  key: string | undefined,
): Promise<Omit<SharedPrompt, 'status'> | undefined> {
  // Raw SQL, because building the query takes longer than running it. The literal makes SQLite use the partial index.
  const { rows } = await sql<SharedRow>`
    select owner_no, name, color, body, variables, share_key from prompts
    where id = ${id} and is_public = 1`.execute(db)
  const [row] = rows
  if (row === undefined || !opens(row.share_key, key)) return undefined
  if (await isClosed(db, row.owner_no)) return undefined
  const { name, color, body, variables } = row
  return { prompt: body, promptName: name, color, variables: fromJson(variables) }
}

/** Whether a link with this key belongs to a prompt that is shared with it. Takes the same time for any wrong key. */
function opens(shareKey: string | null, key = ''): boolean {
  if (shareKey === null) return true
  return timingSafeEqual(hash('sha256', shareKey, 'buffer'), hash('sha256', key, 'buffer'))
}

/** Lists an owner's prompts after `rid`, oldest first. */
export async function listPromptsAfter(
  db: Handle,
  owner: OwnerNo,
  rid: number,
  limit: number,
): Promise<StoredPrompt[]> {
  const [, last] = ridRange(owner)
  // On SQLite, a condition on the owner would make the planner ignore the order of the file.
  const ofOwner = isPostgres(db) ? sql`owner_no = ${owner} and` : sql``
  const { rows } = await sql<PromptRow<StoredPrompt>>`
    select rid, created_at as "createdAt", ${wholeColumns} from prompts
    where ${ofOwner} rid > ${rid} and rid <= ${last} order by rid limit ${limit}`.execute(db)
  return rows.map(toPrompt)
}

/** Lists prompts by their keys, oldest first. */
export async function listPromptsOf(
  db: Handle,
  owner: OwnerNo,
  rids: readonly number[],
): Promise<StoredPrompt[]> {
  const { rows } = await sql<PromptRow<StoredPrompt>>`
    select rid, created_at as "createdAt", ${wholeColumns} from prompts
    where owner_no = ${owner} and rid in (${sql.join(rids)}) order by rid`.execute(db)
  return rows.map(toPrompt)
}

/** Lists the names of those prompts that exist, at most 1,000. */
export async function listNamesOf(
  db: Handle,
  owner: OwnerNo,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('prompts')
    .select(['id', 'name'])
    .where('owner_no', '=', owner)
    .where('id', 'in', ids)
    .execute()
}

/** Lists the names of the prompts directly in a folder, or at the root. */
export async function listNamesIn(
  db: Handle,
  owner: OwnerNo,
  folderId: string | null,
): Promise<string[]> {
  const rows = await db
    .selectFrom('prompts')
    .select('name')
    .where('owner_no', '=', owner)
    .where('folder_id', folderId === null ? 'is' : '=', folderId)
    .execute()
  return rows.map(({ name }) => name)
}

/** Lists the existing short names that `toFreeShortName` needs for a name. */
export async function listShortNames(
  db: Handle,
  owner: AccountNo,
  name: string,
): Promise<Set<string>> {
  const stem = stemOf(name)
  const { rows } = await sql<{ short_name: string }>`select short_name from prompts
    where owner_no = ${owner} and short_name is not null
      and (short_name = ${name} or short_name >= ${stem} and short_name < ${`${stem}.`})`.execute(
    db,
  )
  return new Set(rows.map((row) => row.short_name))
}

export async function insertPrompts(
  db: Handle,
  prompts: readonly Insertable<PromptTable>[],
): Promise<void> {
  await db.insertInto('prompts').values(prompts).execute()
}

/** Returns the prompt's key; undefined if it does not exist. */
export async function updatePrompt(
  db: Handle,
  owner: OwnerNo,
  change: ChangeNo,
  id: string,
  changes: UpdateObject<Tables, 'prompts'>,
): Promise<number | undefined> {
  const row = await db
    .updateTable('prompts')
    .set({ ...changes, changed_no: change })
    .where('owner_no', '=', owner)
    .where('id', '=', id)
    .returning('rid')
    .executeTakeFirst()
  return row?.rid
}

/** Writes when and with which values a prompt was last used. Returns whether it exists. */
export async function updateLastUse(
  db: Handle,
  owner: OwnerNo,
  id: string,
  lastUse: Pick<UpdateObject<Tables, 'prompts'>, 'used_at' | 'last_values'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('prompts')
    .set(lastUse)
    .where('owner_no', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes prompts from the library. The caller updates its counts. */
export async function deletePrompts(
  db: Handle,
  owner: AccountNo,
  _change: ChangeNo,
  rids: readonly number[],
): Promise<void> {
  if (rids.length === 0) return
  await db.deleteFrom('prompts').where('owner_no', '=', owner).where('rid', 'in', rids).execute()
}
