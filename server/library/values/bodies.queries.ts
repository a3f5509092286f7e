import { sql } from 'kysely'
import type { Handle } from '#server/db/database.ts'
import { isPostgres } from '#server/db/dialect.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { ridRange } from '#server/db/rid.ts'

/** Bodies may be long: a page has up to 10 MB. */
const bodiesInPage = 50

/** Lists the texts of an owner's prompts that have variables, newest first; with `rid`, only those of older prompts. */
export async function listBodiesBefore(
  db: Handle,
  owner: OwnerNo,
  rid: number | undefined,
): Promise<{ rid: number; body: string; variables: string | null }[]> {
  const [first, last] = ridRange(owner)
  // On SQLite, a condition on the owner would make the planner ignore the order of the file.
  const ofOwner = isPostgres(db) ? sql`owner_no = ${owner} and` : sql``
  const { rows } = await sql<{ rid: number; body: string; variables: string | null }>`
    select rid, body, variables from prompts
    where ${ofOwner} rid > ${first} and rid < ${rid ?? last + 1} and variable_count > 0
    order by rid desc limit ${sql.lit(bodiesInPage)}`.execute(db)
  return rows
}
