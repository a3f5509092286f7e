import { sql, type Insertable, type Selectable, type SqlBool, type Updateable } from 'kysely'
import type { PromptCard } from '#contract/prompts.ts'
import type { Handle } from '#server/db/database.ts'
import { isPostgres } from '#server/db/dialect.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ridRange } from '#server/db/rid.ts'
import { prepared, type ValueOf } from '#server/db/prepared.ts'
import { rowsInPiece } from '#server/library/collect-list.ts'
import type { PromptTable } from '#server/prompts/prompts.table.ts'

const promptColumns = [
  'id',
  'folder_id',
  'name',
  'color',
  'is_public',
  'updated_at',
  'notes',
  'body',
] as const
export type PromptRow = Pick<Selectable<PromptTable>, (typeof promptColumns)[number]>

const storedColumns = ['rid', 'created_at', ...promptColumns] as const
export type StoredPromptRow = Pick<Selectable<PromptTable>, (typeof storedColumns)[number]>

/** What of an account's stored bytes a prompt takes; `bytesOf` says the same of one that is not stored. */
export const promptBytes = sql<number>`octet_length(name) + octet_length(body)
  + coalesce(octet_length(notes), 0)`

/** A prompt's card, and the key by which it comes in order before what stands in the card itself. */
export type CardRow = { card: string; sort_key: string }
type CardsAfter = { owner: OwnerNo; sortKey: string; name: string; id: string }

const cardsByName = (db: Handle, owner: OwnerNo) =>
  db
    .selectFrom('prompts')
    .select(['card', 'sort_key'])
    .where('owner_no', '=', owner)
    .orderBy('sort_key')
    .orderBy('name')
    .orderBy('id')
    .limit(sql.lit(rowsInPiece))

const isAfter = (value: ValueOf<CardsAfter>) =>
  sql<SqlBool>`(sort_key, name, id) > (${value('sortKey')}, ${value('name')}, ${value('id')})`

const selectCardsAtRoot = prepared<{ owner: OwnerNo }, CardRow>((db, value) =>
  cardsByName(db, value('owner')).where('folder_id', 'is', null),
)

const selectCardsInFolder = prepared<{ owner: OwnerNo; folderId: string }, CardRow>((db, value) =>
  cardsByName(db, value('owner')).where('folder_id', '=', value('folderId')),
)

const selectNextCardsAtRoot = prepared<CardsAfter, CardRow>((db, value) =>
  cardsByName(db, value('owner')).where('folder_id', 'is', null).where(isAfter(value)),
)

const selectNextCardsInFolder = prepared<CardsAfter & { folderId: string }, CardRow>((db, value) =>
  cardsByName(db, value('owner')).where('folder_id', '=', value('folderId')).where(isAfter(value)),
)

const selectPrompt = prepared<{ owner: OwnerNo; id: string }, PromptRow>((db, value) =>
  db
    .selectFrom('prompts')
    .select(promptColumns)
    .where('owner_no', '=', value('owner'))
    .where('id', '=', value('id')),
)

/** The next cards directly in a folder, or at the root, after one of them, by name. */
export function listPromptCards(
  db: Handle,
  owner: OwnerNo,
  folderId: string | null,
  after?: CardRow,
): Promise<CardRow[]> {
  if (after === undefined) {
    return folderId === null
      ? selectCardsAtRoot(db, { owner })
      : selectCardsInFolder(db, { owner, folderId })
  }
  const { name, id } = JSON.parse(after.card) as PromptCard
  const place = { owner, sortKey: after.sort_key, name, id }
  return folderId === null
    ? selectNextCardsAtRoot(db, place)
    : selectNextCardsInFolder(db, { ...place, folderId })
}

export async function findPrompt(
  db: Handle,
  owner: OwnerNo,
  id: string,
): Promise<PromptRow | undefined> {
  const [prompt] = await selectPrompt(db, { owner, id })
  return prompt
}

/** The one look-up that names no owner: whoever has the link may see the prompt. */
export async function findSharedPrompt(
  db: Handle,
  id: string,
): Promise<{ name: string; body: string } | undefined> {
  return (
    db
      .selectFrom('prompts')
      .select(['name', 'body'])
      .where('id', '=', id)
      // As a literal, so that SQLite sees that the index of shared prompts will do.
      .where(sql.ref('is_public'), '=', sql.lit(1))
      .executeTakeFirst()
  )
}

/** An owner's next prompts in the order in which they were made. */
export function listPromptsAfter(
  db: Handle,
  owner: OwnerNo,
  rid: number,
  limit: number,
): Promise<StoredPromptRow[]> {
  const [, last] = ridRange(owner)
  return (
    db
      .selectFrom('prompts')
      .select(storedColumns)
      // SQLite would take this for a reason to leave the order of the file.
      .$if(isPostgres(db), (query) => query.where('owner_no', '=', owner))
      .where('rid', '>', rid)
      .where('rid', '<=', last)
      .orderBy('rid')
      .limit(limit)
      .execute()
  )
}

export async function insertPrompt(db: Handle, prompt: Insertable<PromptTable>): Promise<void> {
  await db.insertInto('prompts').values(prompt).execute()
}

/** The prompt as it is then, or undefined where there is no such one. */
export async function updatePrompt(
  db: Handle,
  owner: OwnerNo,
  id: string,
  changes: Updateable<PromptTable>,
): Promise<StoredPromptRow | undefined> {
  return db
    .updateTable('prompts')
    .set(changes)
    .where('owner_no', '=', owner)
    .where('id', '=', id)
    .returning(storedColumns)
    .executeTakeFirst()
}

/** Makes a private prompt public and a public one private; the prompt as it is then, if there is one. */
export async function flipPublic(
  db: Handle,
  owner: OwnerNo,
  id: string,
): Promise<StoredPromptRow | undefined> {
  return db
    .updateTable('prompts')
    .set({ is_public: sql`1 - is_public` })
    .where('owner_no', '=', owner)
    .where('id', '=', id)
    .returning(storedColumns)
    .executeTakeFirst()
}

/** Gives how many bytes it took, if it was there. What it was found by goes with it. */
export async function deletePrompt(
  db: Handle,
  owner: OwnerNo,
  id: string,
): Promise<{ bytes: number } | undefined> {
  return db
    .deleteFrom('prompts')
    .where('owner_no', '=', owner)
    .where('id', '=', id)
    .returning(promptBytes.as('bytes'))
    .executeTakeFirst()
}

/** Deletes some of an owner's prompts, as many as take no longer than a statement may; gives how many. */
export async function deleteSomePrompts(db: Handle, owner: OwnerNo): Promise<bigint> {
  const { numDeletedRows } = await db
    .deleteFrom('prompts')
    .where('rid', 'in', (query) =>
      query.selectFrom('prompts').select('rid').where('owner_no', '=', owner).limit(500),
    )
    // SQLite would go through all of the owner's prompts for each few of them.
    .$if(isPostgres(db), (query) => query.where('owner_no', '=', owner))
    .executeTakeFirst()
  return numDeletedRows
}
