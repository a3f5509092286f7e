import type { Updateable } from 'kysely'
import { limits } from '#contract/core/limits.ts'
import { stemOf, toFreeShortName } from '#contract/core/short-names.ts'
import {
  versionedFields,
  wholeFields,
  type Prompt,
  type VersionedField,
} from '#contract/library/prompts.ts'
import type { Handle } from '#server/db/database.ts'
import { isForeignKeyViolation } from '#server/db/failures.ts'
import type { AccountNo, OwnerNo } from '#server/db/owner.ts'
import { ApiError } from '#server/core/api-error.ts'
import { countChange, takeRids } from '#server/users/libraries.queries.ts'
import {
  insertPrompts,
  listShortNames,
  updateLastUse,
  updatePrompt,
} from '#server/library/prompts/prompts.queries.ts'
import { bytesOf, toColumn, toPromptColumns } from '#server/library/prompts/prompts.rules.ts'
import type { ChangeNo } from '#server/db/schema/library.table.ts'
import { columnOf, type PromptTable } from '#server/db/schema/prompts.table.ts'
import { insertSearchTexts, updateSearchText } from '#server/library/search/search-texts.queries.ts'
import { toSearchText } from '#server/library/search/search-text.ts'

/**
 * Writes a prompt with its search text and the library's counts. Only this function, `addPrompts` and
 * `insertPromptRows` insert or change prompts, except for their last use. `former`: the stored prompt;
 * undefined for a new one.
 *
 * @throws ApiError `short_name_taken`; `library_full`; `storage_full` if a text grows; `not_found` if the folder does
 * not exist or belongs to another owner
 */
export async function savePrompt(
  transaction: Handle,
  owner: OwnerNo,
  change: ChangeNo,
  prompt: Prompt,
  former?: Prompt,
): Promise<void> {
  await checkShortName(transaction, owner, prompt, former)
  if (former === undefined) {
    await addPrompts(transaction, owner, change, [prompt])
    return
  }
  try {
    await replacePrompt(transaction, owner, change, prompt, former)
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new ApiError('not_found')
    throw error
  }
}

/**
 * Writes when a prompt was last used and with which values, which is no numbered change of the library.
 *
 * @throws ApiError `not_found`; `storage_full` if the values grow
 */
export async function saveLastUse(
  transaction: Handle,
  owner: OwnerNo,
  prompt: Prompt,
  former: Prompt,
): Promise<void> {
  await countGrowth(transaction, owner, prompt, former)
  const lastUse = { used_at: prompt.usedAt, last_values: toColumn(prompt.lastValues) }
  const isThere = await updateLastUse(transaction, owner, prompt.id, lastUse)
  if (!isThere) throw new ApiError('not_found')
}

/**
 * Checks that no other prompt has a new short name. Writers hold the library's lock, so that it stays free until they
 * write it; the unique index is the final guard.
 *
 * @throws ApiError `short_name_taken`
 */
async function checkShortName(
  transaction: Handle,
  owner: OwnerNo,
  { shortName }: Prompt,
  former?: Prompt,
): Promise<void> {
  if (shortName === null || shortName === former?.shortName) return
  const proposal = toFreeShortName(shortName, await listShortNames(transaction, owner, shortName))
  if (proposal !== shortName) throw new ApiError('short_name_taken', { proposal })
}

/** Numbers the short names of new prompts that are already used by other prompts or by earlier ones in the list. */
export async function numberShortNames<New extends Prompt>(
  transaction: Handle,
  owner: AccountNo,
  prompts: readonly New[],
): Promise<New[]> {
  const numbered: New[] = []
  const taken = new Set<string>()
  const asked = new Set<string>()
  for (const prompt of prompts) {
    let { shortName } = prompt
    if (shortName !== null) {
      const stem = stemOf(shortName)
      const asking = `${shortName}-`.startsWith(`${stem}-`) ? stem : shortName
      if (!asked.has(asking)) {
        for (const name of await listShortNames(transaction, owner, shortName)) taken.add(name)
        asked.add(asking)
      }
      shortName = toFreeShortName(shortName, taken)
      taken.add(shortName)
    }
    numbered.push({ ...prompt, shortName })
  }
  return numbered
}

/**
 * Writes new prompts, at most 500, as `savePrompt` writes one. `createdAt` defaults to `updatedAt`.
 *
 * @throws ApiError as `savePrompt`
 */
export async function addPrompts(
  transaction: Handle,
  owner: OwnerNo,
  change: ChangeNo,
  prompts: readonly (Prompt & { createdAt?: string })[],
): Promise<void> {
  if (prompts.length === 0) return
  const bytes = prompts.reduce((sum, prompt) => sum + bytesOf(prompt), 0)
  const adds = { prompts: prompts.length, bytes }
  const { firstRid, holdings } = await takeRids(transaction, owner, prompts.length, adds)
  if (holdings.prompts > limits.prompts) throw new ApiError('library_full')
  if (holdings.bytes > limits.storedBytes) throw new ApiError('storage_full')
  const rows = prompts.map((prompt, at) => ({ ...prompt, rid: firstRid + at }))
  try {
    await insertPromptRows(transaction, owner, change, rows)
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new ApiError('not_found')
    throw error
  }
}

/** Writes prompts, at most 500, with their search texts under given keys. The caller updates the library's counts. */
export async function insertPromptRows(
  transaction: Handle,
  owner: AccountNo,
  change: ChangeNo,
  prompts: readonly (Prompt & { rid: number; createdAt?: string })[],
): Promise<void> {
  const rows = prompts.map((prompt) => ({
    ...toPromptColumns(prompt),
    rid: prompt.rid,
    owner_no: owner,
    created_at: prompt.createdAt ?? prompt.updatedAt,
    changed_no: change,
  }))
  const texts = prompts.map((prompt, at) => ({
    rid: prompt.rid,
    sort_key: rows[at]?.sort_key ?? '',
    text: toSearchText(transaction, prompt),
  }))
  await insertPrompts(transaction, rows)
  await insertSearchTexts(transaction, owner, texts)
}

/** Whether `toSearchText` contains a field. */
const isSearched: Record<VersionedField, boolean> = {
  name: true,
  notes: true,
  prompt: true,
  variables: false,
  whenToUse: false,
}

async function replacePrompt(
  transaction: Handle,
  owner: OwnerNo,
  change: ChangeNo,
  prompt: Prompt,
  former: Prompt,
): Promise<void> {
  await countGrowth(transaction, owner, prompt, former)
  const columns = toPromptColumns(prompt)
  const unchanged = wholeFields.filter(
    (field) => toColumn(prompt[field]) === toColumn(former[field]),
  )
  const written = omitColumns(columns, unchanged)
  const rid = await updatePrompt(transaction, owner, change, prompt.id, written)
  if (rid === undefined) throw new ApiError('not_found')
  if (versionedFields.every((field) => !isSearched[field] || unchanged.includes(field))) return
  const { sort_key } = columns
  await updateSearchText(transaction, owner, rid, {
    sort_key,
    text: toSearchText(transaction, prompt),
  })
}

async function countGrowth(
  transaction: Handle,
  owner: OwnerNo,
  prompt: Prompt,
  former: Prompt,
): Promise<void> {
  const bytes = bytesOf(prompt) - bytesOf(former)
  if (bytes === 0) return
  const holdings = await countChange(transaction, owner, { bytes })
  // Shortening a text must also work above the limit.
  if (bytes > 0 && holdings.bytes > limits.storedBytes) throw new ApiError('storage_full')
}

/** Omits unchanged columns, so that the database does not rewrite long texts. */
function omitColumns(columns: Updateable<PromptTable>, unchanged: (keyof Prompt)[]) {
  const omitted = new Set<string>(unchanged.map((field) => columnOf[field]))
  return Object.fromEntries(Object.entries(columns).filter(([name]) => !omitted.has(name)))
}
