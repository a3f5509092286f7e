import { sql, type Selectable } from 'kysely'
import { limits } from '#contract/core/limits.ts'
import type { PromptVersion } from '#contract/library/versions.ts'
import type { Handle } from '#server/db/database.ts'
import type { AccountNo, OwnerNo } from '#server/db/owner.ts'
import { countChange, countDeleted, sumBytes } from '#server/users/libraries.queries.ts'
import type { PromptVersionTable } from '#server/db/schema/versions.table.ts'

export type PromptVersionRow = Selectable<PromptVersionTable>

/** The bytes that a version counts towards an account's storage. */
export const versionBytes = sql<number>`length(texts) + octet_length(name)
  + coalesce(octet_length(label), 0) + ${sql.lit(limits.rowBytes)}`

/** The internal key of a prompt, under which its versions are stored. */
export async function findRid(db: Handle, owner: OwnerNo, promptId: string) {
  const row = await db
    .selectFrom('prompts')
    .select('rid')
    .where('owner_no', '=', owner)
    .where('id', '=', promptId)
    .executeTakeFirst()
  return row?.rid
}

/** The internal key of a prompt in the library or in the trash. */
export async function findAnyRid(db: Handle, owner: OwnerNo, promptId: string) {
  const rid = await findRid(db, owner, promptId)
  if (rid !== undefined) return rid
  const row = await db
    .selectFrom('trashed_prompts')
    .select('rid')
    .where('owner_no', '=', owner)
    .where('id', '=', promptId)
    .executeTakeFirst()
  return row?.rid
}

/** The versions of a prompt without their texts, newest first. */
export async function listVersions(
  db: Handle,
  owner: OwnerNo,
  rid: number,
): Promise<PromptVersion[]> {
  return db
    .selectFrom('prompt_versions')
    .select(['number', 'name', 'written_at as writtenAt', 'label'])
    .where('owner_no', '=', owner)
    .where('prompt_rid', '=', rid)
    .orderBy('number', 'desc')
    .execute()
}

/** The columns that determine which versions to prune, newest first. `bytes`: the size of the compressed texts. */
export async function listSavedVersions(db: Handle, owner: OwnerNo, rid: number) {
  return db
    .selectFrom('prompt_versions')
    .select(['number', 'label', 'kept_at', 'kept_by', sql<number>`length(texts)`.as('bytes')])
    .where('owner_no', '=', owner)
    .where('prompt_rid', '=', rid)
    .orderBy('number', 'desc')
    .execute()
}

export async function findVersionTexts(
  db: Handle,
  owner: OwnerNo,
  rid: number,
  number: number,
): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('prompt_versions')
    .select('texts')
    .where('owner_no', '=', owner)
    .where('prompt_rid', '=', rid)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.texts
}

/** Inserts versions of an owner's prompt, and counts their bytes. */
export async function insertVersions(
  transaction: Handle,
  owner: OwnerNo,
  rows: readonly PromptVersionRow[],
): Promise<void> {
  const added = await transaction
    .insertInto('prompt_versions')
    .values(rows)
    .returning(versionBytes.as('bytes'))
    .execute()
  await countChange(transaction, owner, { bytes: sumBytes(added) })
}

export async function setLabel(
  db: Handle,
  owner: OwnerNo,
  { rid, number, label }: { rid: number; number: number; label: string | null },
): Promise<void> {
  await db
    .updateTable('prompt_versions')
    .set({ label })
    .where('owner_no', '=', owner)
    .where('prompt_rid', '=', rid)
    .where('number', '=', number)
    .execute()
}

export async function deleteVersions(
  transaction: Handle,
  owner: OwnerNo,
  rid: number,
  numbers: readonly number[],
): Promise<void> {
  if (numbers.length === 0) return
  const deleted = await transaction
    .deleteFrom('prompt_versions')
    .where('owner_no', '=', owner)
    .where('prompt_rid', '=', rid)
    .where('number', 'in', numbers)
    .returning(versionBytes.as('bytes'))
    .execute()
  await countDeleted(transaction, owner, deleted)
}

/** Deletes all versions of some prompts. Returns whether there were any. */
export async function deleteVersionsOf(
  transaction: Handle,
  owner: AccountNo,
  rids: readonly number[],
): Promise<boolean> {
  if (rids.length === 0) return false
  const deleted = await transaction
    .deleteFrom('prompt_versions')
    .where('owner_no', '=', owner)
    .where('prompt_rid', 'in', rids)
    .returning(versionBytes.as('bytes'))
    .execute()
  await countDeleted(transaction, owner, deleted)
  return deleted.length > 0
}

export type StoredVersionRow = Omit<PromptVersionRow, 'kept_by' | 'kept_at'> & { prompt_id: string }

const storedVersions = sql`select version.owner_no, version.prompt_rid, version.number, version.name,
    version.label, version.written_at, version.texts,
    coalesce(prompts.id, trashed_prompts.id) as prompt_id
  from prompt_versions as version
  left join prompts
    on prompts.owner_no = version.owner_no and prompts.rid = version.prompt_rid
  left join trashed_prompts
    on trashed_prompts.owner_no = version.owner_no and trashed_prompts.rid = version.prompt_rid`

/** A page of an owner's versions, of prompts in the library and in the trash. */
export async function listVersionsAfter(
  db: Handle,
  owner: OwnerNo,
  after: Pick<PromptVersionRow, 'prompt_rid' | 'number'> | undefined,
  limit: number,
): Promise<StoredVersionRow[]> {
  const { rows } = await sql<StoredVersionRow>`${storedVersions}
    where version.owner_no = ${owner} and (version.prompt_rid, version.number)
      > (${after?.prompt_rid ?? 0}, ${after?.number ?? 0})
    order by version.prompt_rid, version.number limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** The keys of the given prompts that have versions. */
export async function listVersioned(
  db: Handle,
  owner: OwnerNo,
  rids: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('prompt_versions')
    .select('prompt_rid')
    .distinct()
    .where('owner_no', '=', owner)
    .where('prompt_rid', 'in', rids)
    .orderBy('prompt_rid')
    .execute()
  return rows.map((row) => row.prompt_rid)
}

/** The versions of a prompt with their texts, oldest first. */
export async function listVersionsOf(
  db: Handle,
  owner: OwnerNo,
  rid: number,
): Promise<StoredVersionRow[]> {
  const { rows } = await sql<StoredVersionRow>`${storedVersions}
    where version.owner_no = ${owner} and version.prompt_rid = ${rid}
    order by version.number`.execute(db)
  return rows
}
