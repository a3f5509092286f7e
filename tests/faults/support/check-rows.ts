import { sql } from 'kysely'
import { expect } from 'vitest'
import { limits } from '#contract/core/limits.ts'
import type { Handle } from '#server/db/database.ts'
import type { DatabaseLocation } from '#server/config/config.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { sweepSomeTrigrams } from '#server/db/sqlite/trigrams.ts'
import { promptBytes } from '#server/library/prompts/prompts.queries.ts'
import { derivePreview } from '#server/library/prompts/prompts.rules.ts'
import { toSearchText } from '#server/library/search/search-text.ts'

/** Checks the rows of a database against each other, and on SQLite its file. */
export async function checkRows(location: DatabaseLocation): Promise<void> {
  const db = openDatabase(location)
  try {
    await checkPrompts(db.main)
    await checkCounts(db.main)
    const lost = await sql<{ lost: number }>`
      select count(*) as lost from folders where parent_id is not null and not exists (
        select 1 from folders parent where parent.id = folders.parent_id
          and parent.owner_no = folders.owner_no)`.execute(db.main)
    expect(Number(lost.rows[0]?.lost)).toBe(0)
    expect(await findUnreachable(db.main)).toEqual([])
    if (location.kind === 'sqlite') await checkFile(db.main)
  } finally {
    await db.close()
  }
}

/** The folders that cannot be reached from the root. */
async function findUnreachable(db: Handle): Promise<string[]> {
  const folders = await db.selectFrom('folders').select(['id', 'parent_id']).execute()
  const inside = Map.groupBy(folders, ({ parent_id }) => parent_id)
  const reached = new Set(inside.get(null))
  // The set grows while it is iterated.
  for (const { id } of reached) for (const folder of inside.get(id) ?? []) reached.add(folder)
  return folders.filter((folder) => !reached.has(folder)).map(({ id }) => id)
}

async function checkPrompts(db: Handle): Promise<void> {
  const prompts = await db
    .selectFrom('prompts')
    .leftJoin('prompt_search', (join) =>
      join
        // Citus joins only by the column by which it distributes rows.
        .onRef('prompt_search.owner_no', '=', 'prompts.owner_no')
        .onRef('prompt_search.rid', '=', 'prompts.rid'),
    )
    .innerJoin('libraries', 'libraries.owner_no', 'prompts.owner_no')
    .selectAll('prompts')
    .select(['prompt_search.text', 'libraries.last_seq'])
    .execute()
  const searchable = await db.selectFrom('prompt_search').select('rid').execute()
  expect(searchable).toHaveLength(prompts.length)
  for (const prompt of prompts) {
    expect(prompt.text).toBe(
      toSearchText(db, { name: prompt.name, prompt: prompt.body, notes: prompt.notes }),
    )
    const { preview, variableCount } = derivePreview(prompt)
    expect(prompt).toMatchObject({ preview, variable_count: variableCount })
    // The next prompt would get a key that is in use.
    expect(prompt.rid % 2 ** 24).toBeLessThanOrEqual(prompt.last_seq)
  }
}

const rowBytes = sql.lit(limits.rowBytes)

/** The counts of every library match its rows. */
async function checkCounts(db: Handle): Promise<void> {
  const { rows } = await sql<object>`select owner_no from libraries where
    folder_count <> (select count(*) from folders where folders.owner_no = libraries.owner_no)
    or prompt_count <> (select count(*) from prompts where prompts.owner_no = libraries.owner_no)
    or stored_bytes <> (folder_count + prompt_count) * ${rowBytes}
      + (select coalesce(sum(${promptBytes}), 0) from prompts
        where prompts.owner_no = libraries.owner_no)
      + (select coalesce(sum(octet_length(name) + coalesce(octet_length(label), 0)
          + length(texts) + ${rowBytes}), 0) from prompt_versions
        where prompt_versions.owner_no = libraries.owner_no)
      + (select coalesce(sum(octet_length(text) + coalesce(octet_length(filled_in), 0)
          + case when state = 'running' then 0 else octet_length(answer) end + ${rowBytes}), 0)
        from runs where runs.owner_no = libraries.owner_no)
    or trash_rows <> (select count(*) from trash where trash.owner_no = libraries.owner_no)
      + (select count(*) from trashed_folders
        where trashed_folders.owner_no = libraries.owner_no)
      + (select count(*) from trashed_prompts
        where trashed_prompts.owner_no = libraries.owner_no)
    or trash_bytes <> trash_rows * ${rowBytes} + (select coalesce(sum(${promptBytes}), 0)
      from trashed_prompts where trashed_prompts.owner_no = libraries.owner_no)`.execute(db)
  // Items that are being permanently deleted no longer count.
  const items = await sql<object>`select id from trash where deleted_at > 0 and (
    prompts <> (select count(*) from trashed_prompts where trashed_prompts.owner_no = trash.owner_no
      and trashed_prompts.trash_id = trash.id)
    or folders <> (select count(*) from trashed_folders where trashed_folders.owner_no = trash.owner_no
      and trashed_folders.trash_id = trash.id)
    or bytes <> (select coalesce(sum(${promptBytes}), 0) from trashed_prompts
      where trashed_prompts.owner_no = trash.owner_no
      and trashed_prompts.trash_id = trash.id)
    or (prompts + folders = 0 and restoring_at is null))`.execute(db)
  expect(items.rows).toEqual([])
  const both = await sql<object>`select prompts.rid from prompts
    join trashed_prompts on trashed_prompts.owner_no = prompts.owner_no
      and trashed_prompts.rid = prompts.rid`.execute(db)
  expect(both.rows).toEqual([])
  expect(rows).toEqual([])
}

async function checkFile(db: Handle): Promise<void> {
  const integrity = await sql<object>`pragma integrity_check`.execute(db)
  expect(integrity.rows.map((row) => Object.values(row))).toEqual([['ok']])
  expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([])
  while (await sweepSomeTrigrams(db));
  // FTS5 compares the index with the texts, and fails if they differ.
  await sql`insert into prompt_trigrams (prompt_trigrams, rank) values ('integrity-check', 1)`.execute(
    db,
  )
}
