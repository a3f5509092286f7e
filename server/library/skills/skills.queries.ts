import { sql, type RawBuilder } from 'kysely'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ridRange } from '#server/db/rid.ts'
import { subtreeOf } from '#server/library/folders/folders.queries.ts'

export type SkillRow = {
  id: string
  name: string
  shortName: string
  whenToUse: string | null
  /** The beginning of the notes. */
  notes: string | null
  /** Empty if it has no variables. */
  body: string
  /** As JSON. */
  variables: string | null
}

type SkillScope = {
  folderId?: string | undefined
  shortName?: string | undefined
  after?: string | undefined
}

/** Lists an owner's prompts with a short name, in that order. */
export async function listSkillRows(
  db: Handle,
  owner: OwnerNo,
  { folderId, shortName, after }: SkillScope,
  limit: number,
): Promise<SkillRow[]> {
  const isNamed = shortName === undefined ? sql`` : sql`and short_name = ${shortName}`
  const isNext = after === undefined ? sql`` : sql`and short_name > ${after}`
  const { rows } = await sql<SkillRow>`
    select id, name, short_name as "shortName", when_to_use as "whenToUse",
      substr(notes, 1, 2000) as notes,
      case when variable_count > 0 then body else '' end as body, variables
    from prompts where owner_no = ${owner} and short_name is not null
      ${inFolder(owner, folderId)} ${isNamed} ${isNext}
    order by short_name limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** The extent of a list of skills. Together with the changes since then, it shows whether the list has changed. */
export type SkillsState = {
  /** The library's number. */
  changeNo: number
  count: number
  /** The sum of the rows' numbers, which differs if folders with equally many skills replace each other. */
  sum: number
}

/**
 * Reads the state of the list of all skills or of those in a folder at any depth, and whether one of them has changed
 * since the library's number `after`. Reads no texts. Undefined: the account has been deleted.
 */
export async function getSkillsState(
  db: Handle,
  owner: OwnerNo,
  folderId: string | undefined,
  after: number,
): Promise<(SkillsState & { hasChanged: boolean }) | undefined> {
  const [first] = ridRange(owner)
  const inList = sql`owner_no = ${owner} and short_name is not null ${inFolder(owner, folderId)}`
  const { rows } = await sql<SkillsState & { hasChanged: number }>`
    select change_no as "changeNo", list.count, list.sum,
      case when exists (select 1 from prompts where ${inList} and changed_no > ${after})
        then 1 else 0 end as "hasChanged"
    from libraries, (
      select count(*) as count,
        cast(coalesce(sum(rid - ${sql.lit(first)}), 0) as bigint) as sum
      from prompts where ${inList}
    ) as list
    where owner_no = ${owner}`.execute(db)
  const [row] = rows
  return row && { ...row, hasChanged: row.hasChanged === 1 }
}

function inFolder(owner: OwnerNo, folderId: string | undefined): RawBuilder<unknown> {
  return folderId === undefined ? sql`` : sql`and folder_id in ${subtreeOf(owner, [folderId])}`
}
