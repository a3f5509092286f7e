import { sql, type RawBuilder } from 'kysely'
import type { Handle } from '#server/db/database.ts'
import { isPostgres, positionIn } from '#server/db/dialect.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import { subtreeOf } from '#server/folders/folders.queries.ts'
import {
  notesStart,
  toContainsPattern,
  type Needle,
  type Needles,
} from '#server/search/search.rules.ts'
import { toStored } from '#server/search/search-text.ts'

/** Which prompts of a library a search looks at; all of them where it is empty. */
export type SearchScope = {
  /** Those in this folder, at any depth. */
  folderId?: string | undefined
  isPublic?: boolean | undefined
  hasVariables?: boolean | undefined
  isFavourite?: boolean | undefined
}

/** A hit contains the phrase or every word. One of the words is long enough for the index. */
export type Search = {
  owner: OwnerNo
  /** In the form of search texts. */
  needles: Needles
  /** The words, in the form of folders' names. */
  folderWords: readonly Needle[]
  scope: SearchScope
}

export type SearchColumn = 'folded_name' | 'text'

/** What a hit is found by, the best first. */
export const ranks = { nameBegins: 0, name: 1, folder: 2, body: 3, notes: 4 }

/** The place of a row named `row`, the best first: twice its rank, and one more if its words are scattered. */
export function placeOf(db: Handle, { needles: { words, phrase } }: Search, column: SearchColumn) {
  const scattered = (where: SearchColumn) =>
    words.length === 1 ? sql`0` : sql`case when ${contains(db, [phrase], where)} then 0 else 1 end`
  const named = sql`${byName(db, words)} + ${scattered('folded_name')}`
  if (column === 'folded_name') return named
  return sql`case when ${contains(db, words, 'folded_name')} then ${named}
    else ${sql.lit(2 * ranks.body)} + ${scattered('text')} end`
}

/** Whether a text contains a needle, in any of its forms. */
export function isIn(db: Handle, text: RawBuilder<unknown>, needle: Needle): RawBuilder<unknown> {
  return anyOf(needle.map((folded) => sql`${positionIn(db, text, folded)} > 0`))
}

/** Whether a column contains all needles, in the form that PostgreSQL's indexes of trigrams answer. */
export function isLike(column: SearchColumn, needles: readonly Needle[]): RawBuilder<unknown> {
  if (needles.length === 0) return sql`true`
  const patterns = needles.map((needle) =>
    anyOf(needle.map((folded) => sql`${sql.ref(column)} like ${toContainsPattern(folded)}`)),
  )
  return sql.join(patterns, sql` and `)
}

function anyOf(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`(${sql.join(conditions, sql` or `)})`
}

/** Whether the column of a row named `row` contains all needles. */
export function contains(db: Handle, needles: readonly Needle[], column: SearchColumn) {
  if (needles.length === 0) return sql`true`
  const isThere = needles.map((needle) => isIn(db, sql.ref(`row.${column}`), needle))
  return sql.join(isThere, sql` and `)
}

const inWords = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Twice the rank of a name that contains all needles: whether each begins a word, at its first place or behind a space. */
export function byName(db: Handle, needles: readonly Needle[]) {
  const name = sql.ref('row.folded_name')
  const begins = (folded: string) => {
    const at = positionIn(db, name, folded)
    return sql`${at} = 1 or ${positionIn(db, name, toStored(db, ' ') + folded)} > 0
      or ${at} > 1 and ${isPostgres(db) ? sql`strpos` : sql`instr`}(${inWords}, substr(${name}, ${at} - 1, 1)) = 0`
  }
  const beginAll = sql.join(
    needles.map((needle) => anyOf(needle.map(begins))),
    sql` and `,
  )
  return sql`case when ${beginAll} then ${sql.lit(2 * ranks.nameBegins)}
    else ${sql.lit(2 * ranks.name)} end`
}

/** Whether a row's text contains all needles outside of the notes. */
export function isBeforeNotes(db: Handle, needles: readonly Needle[]) {
  const text = sql.ref('row.text')
  const notes = positionIn(db, text, notesStart)
  const isBefore = (folded: string) => {
    const at = positionIn(db, text, folded)
    return sql`${at} > 0 and ${at} < ${notes}`
  }
  return sql.join(
    needles.map((needle) => anyOf(needle.map(isBefore))),
    sql` and `,
  )
}

/** The condition of a scope on rows named `row`, after others. */
export function inScope({ owner, scope }: Pick<Search, 'owner' | 'scope'>): RawBuilder<unknown> {
  const { folderId, isPublic, hasVariables, isFavourite } = scope
  const conditions = [
    ...(folderId === undefined ? [] : [sql`folder_id in ${subtreeOf(owner, [folderId])}`]),
    ...(isPublic === undefined ? [] : [sql`is_public = ${sql.lit(Number(isPublic))}`]),
    ...(hasVariables === undefined ? [] : [sql`(variable_count > 0) = ${sql.lit(hasVariables)}`]),
    ...(isFavourite === undefined ? [] : [sql`is_favourite = ${sql.lit(Number(isFavourite))}`]),
  ]
  if (conditions.length === 0) return sql``
  return sql`and exists (select 1 from prompts where prompts.rid = row.rid
    and owner_no = ${owner} and ${sql.join(conditions, sql` and `)})`
}
