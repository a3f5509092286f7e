import { sql, type RawBuilder } from 'kysely'
import { notesStart, type Needles } from '#contract/library/search/needles.ts'
import { inWords, ranks } from '#contract/library/search/ranks.ts'
import type { Handle } from '#server/db/database.ts'
import { isPostgres, positionIn } from '#server/db/dialect.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { subtreeOf } from '#server/library/folders/folders.queries.ts'
import { escapeGlob, toContainsPattern } from '#server/library/search/patterns.rules.ts'
import { toStored } from '#server/library/search/search-text.ts'

/** The prompts of a library to search; all of them if empty. */
export type SearchScope = {
  /** Those in this folder, at any depth. */
  folderId?: string | undefined
  isPublic?: boolean | undefined
  hasVariables?: boolean | undefined
  isFavourite?: boolean | undefined
}

/** A search for the prompts that contain all words. At least one word is long enough for the trigram index. */
export type Search = {
  owner: OwnerNo
  /** In the form of search texts. */
  needles: Needles
  /** The words, in the form of folders' names. */
  folderWords: readonly string[]
  /** The beginning of hits' short names, if the query can be one. */
  shortName: string | undefined
  scope: SearchScope
  /** Whether the library is so small that scanning all of its names is as fast as anything else. */
  isSmall: boolean
}

export type SearchColumn = 'folded_name' | 'text'

/** The rank of a row named `row` that contains all words in a column. Treats hits in the notes as hits in the body. */
export function rankOf(db: Handle, search: Search, column: SearchColumn): RawBuilder<unknown> {
  const { words } = search.needles
  const named = sql`${rankByName(db, words)} + ${isScattered(db, search, 'folded_name')}`
  if (column === 'folded_name') return named
  return sql`case when ${contains(db, words, 'folded_name')} then ${named}
    else ${rankByBody(db, search)} end`
}

/** The rank of a row whose name is known not to contain all words. */
export function rankByBody(db: Handle, search: Search): RawBuilder<unknown> {
  return sql`${sql.lit(ranks.body)} + ${isScattered(db, search, 'text')}`
}

function isScattered(db: Handle, { needles: { words, phrase } }: Search, column: SearchColumn) {
  return words.length === 1
    ? sql`0`
    : sql`case when ${contains(db, [phrase], column)} then 0 else 1 end`
}

/** Whether a column contains all needles, in the form that PostgreSQL's trigram indexes answer. */
export function isLike(column: SearchColumn, needles: readonly string[]): RawBuilder<unknown> {
  return allOf(needles.map((needle) => sql`${sql.ref(column)} like ${toContainsPattern(needle)}`))
}

/** Whether the column of a row named `row` contains all needles. SQLite's GLOB is faster than its `instr`. */
export function contains(db: Handle, needles: readonly string[], column: SearchColumn) {
  const text = sql.ref(`row.${column}`)
  return allOf(
    needles.map((needle) =>
      isPostgres(db)
        ? sql`${positionIn(db, text, needle)} > 0`
        : // A pattern passed as a plain parameter would be planned again for each search.
          sql`${text} glob '*' || ${escapeGlob(needle)} || '*'`,
    ),
  )
}

export function allOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`
}

export function anyOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`(${sql.join(conditions, sql` or `)})`
}

/** The rank of a name with all needles: whether each begins a word, at its first match or after a space. */
export function rankByName(db: Handle, needles: readonly string[]) {
  const name = sql.ref('row.folded_name')
  const begins = needles.map((needle) => {
    const at = positionIn(db, name, needle)
    return sql`(${at} = 1 or ${positionIn(db, name, toStored(db, ' ') + needle)} > 0
      or ${at} > 1 and ${isPostgres(db) ? sql`strpos` : sql`instr`}(${inWords}, substr(${name}, ${at} - 1, 1)) = 0)`
  })
  return sql`case when ${allOf(begins)} then ${sql.lit(ranks.nameBegins)}
    else ${sql.lit(ranks.name)} end`
}

/** Whether a row's text contains all needles before its notes. */
export function isBeforeNotes(db: Handle, needles: readonly string[]) {
  const text = sql.ref('row.text')
  const notes = positionIn(db, text, notesStart)
  const isBefore = needles.map((needle) => {
    const at = positionIn(db, text, needle)
    return sql`${at} > 0 and ${at} < ${notes}`
  })
  return allOf(isBefore)
}

/** The condition of a scope on rows named `row`, to be appended to others. */
export function inScope({ owner, scope }: Pick<Search, 'owner' | 'scope'>): RawBuilder<unknown> {
  const { folderId, isPublic, hasVariables, isFavourite } = scope
  const conditionOf: Record<keyof SearchScope, RawBuilder<unknown> | false> = {
    folderId: folderId !== undefined && sql`folder_id in ${subtreeOf(owner, [folderId])}`,
    isPublic: isPublic !== undefined && sql`is_public = ${sql.lit(Number(isPublic))}`,
    hasVariables:
      hasVariables !== undefined && sql`(variable_count > 0) = ${sql.lit(hasVariables)}`,
    isFavourite: isFavourite !== undefined && sql`is_favourite = ${sql.lit(Number(isFavourite))}`,
  }
  const conditions = Object.values(conditionOf).filter((condition) => condition !== false)
  if (conditions.length === 0) return sql``
  return sql`and exists (select 1 from prompts where prompts.rid = row.rid
    and owner_no = ${owner} and ${sql.join(conditions, sql` and `)})`
}
