import { sql } from 'kysely'
import type { Handle } from '#server/db/database.ts'
import type { OwnerNo } from '#server/db/owner.ts'
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
  const inFolder =
    folderId === undefined ? sql`` : sql`and folder_id in ${subtreeOf(owner, [folderId])}`
  const isNamed = shortName === undefined ? sql`` : sql`and short_name = ${shortName}`
  const isNext = after === undefined ? sql`` : sql`and short_name > ${after}`
  const { rows } = await sql<SkillRow>`
    select id, name, short_name as "shortName", when_to_use as "whenToUse",
      substr(notes, 1, 2000) as notes,
      case when variable_count > 0 then body else '' end as body, variables
    from prompts where owner_no = ${owner} and short_name is not null
      ${inFolder} ${isNamed} ${isNext}
    order by short_name limit ${sql.lit(limit)}`.execute(db)
  return rows
}
