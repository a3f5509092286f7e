import * as z from 'zod/mini'
import { limits } from '#contract/core/limits.ts'
import { Prompt, VersionTexts } from '#contract/library/prompts.ts'
import type { CheckedEntry } from '#contract/transfer/import.ts'
import type { ValueSet } from '#contract/variables/value-schemas.ts'
import { settingsFor } from '#contract/variables/variable-settings.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Services } from '#server/core/services.ts'
import type { Handle } from '#server/db/database.ts'
import { isForeignKeyViolation } from '#server/db/failures.ts'
import type { OwnerNo } from '#server/db/owner.ts'
import type { ChangeNo } from '#server/db/schema/library.table.ts'
import { countChange, getHoldings, takeRids } from '#server/users/libraries.queries.ts'
import { toFolderColumns } from '#server/library/folders/create-folder.ts'
import { insertFolders } from '#server/library/folders/folders.queries.ts'
import { checkRoom } from '#server/library/prompts/check-room.ts'
import { findPrompt } from '#server/library/prompts/prompts.queries.ts'
import { toJson } from '#server/db/json-column.ts'
import { bytesOf, toFieldColumns } from '#server/library/prompts/prompts.rules.ts'
import { addPrompts, numberShortNames, savePrompt } from '#server/library/prompts/save-prompt.ts'
import { toImportedId } from '#server/library/transfer/imports.rules.ts'
import {
  countTrash,
  getTrashExcess,
  insertTrash,
  insertTrashed,
  listIdsAmong,
  setTrashedValues,
} from '#server/library/trash/trash.queries.ts'
import { addVersions } from '#server/library/versions/save-version.ts'
import { findAnyRid, listSavedVersions } from '#server/library/versions/versions.queries.ts'

type Entry<Kind extends CheckedEntry['kind']> = Extract<CheckedEntry, { kind: Kind }>
type Placed<Kind extends CheckedEntry['kind']> = Entry<Kind> & { id: string }
type NewPrompt = Prompt & { createdAt: string; trashId: string | undefined }

type Writing = {
  transaction: Handle
  services: Services
  owner: OwnerNo
  change: ChangeNo
  /** Later times in the file are clamped to this one. */
  startedAt: string
  /** Returns the id of the item that the entry at an index creates. */
  idAt: (index: number) => string
}

/**
 * Writes some entries of an import. Their ids derive from their indexes.
 *
 * @throws ApiError what `checkRoom` and `addPrompts` throw; `folder_limit_reached`; `trash_full`; `not_found` if an
 * entry's folder does not exist or belongs to another owner
 */
export async function writeEntries(
  transaction: Handle,
  services: Services,
  owner: OwnerNo,
  {
    attempt,
    at,
    startedAt,
    entries,
  }: { attempt: string; at: number; startedAt: string; entries: readonly CheckedEntry[] },
): Promise<void> {
  const idAt = (place: number) => toImportedId(owner, attempt, place)
  const placed = entries.map((entry, index) => ({ ...entry, id: idAt(at + index) }))
  const ofKind = <Kind extends CheckedEntry['kind']>(kind: Kind) =>
    placed.filter((entry): entry is Placed<Kind> => entry.kind === kind)
  const valueSets = new Map(
    ofKind('values').map((entry) => [idAt(entry.of), withoutDuplicates(entry.valueSets)]),
  )
  const prompts = ofKind('prompt').map((entry) => toNewPrompt(entry, { startedAt, idAt }))
  for (const prompt of prompts) {
    prompt.valueSets = valueSets.get(prompt.id) ?? []
    valueSets.delete(prompt.id)
  }
  const live = prompts.filter(({ trashId }) => trashId === undefined)
  const change = await checkRoom(transaction, owner, services, live.length)
  const writing = { transaction, services, owner, change, startedAt, idAt }
  await writeTrash(writing, ofKind('deleted'))
  await writeFolders(writing, ofKind('folder'))
  await addPrompts(transaction, owner, change, await numberShortNames(transaction, owner, live))
  await writeTrashed(
    writing,
    ofKind('folder').filter(({ deleted }) => deleted !== undefined),
    prompts.filter(({ trashId }) => trashId !== undefined),
  )
  for (const [promptId, sets] of valueSets) await writeValues(writing, promptId, sets)
  await writeVersions(writing, ofKind('version'))
  const { bytes } = await getHoldings(transaction, owner)
  const hasVersions = placed.some(({ kind }) => kind === 'version')
  if (hasVersions && bytes > limits.storedBytes) throw new ApiError('storage_full')
  const excess = await getTrashExcess(transaction, owner)
  const isForTrash = placed.some((entry) => entry.kind === 'deleted' || 'deleted' in entry)
  if ((isForTrash || valueSets.size > 0) && (excess.rows > 0 || excess.bytes > 0)) {
    throw new ApiError('trash_full')
  }
}

function toNewPrompt(
  entry: Placed<'prompt'>,
  { startedAt, idAt }: Pick<Writing, 'startedAt' | 'idAt'>,
): NewPrompt {
  const past = (moment: string | null | undefined) =>
    moment != null && moment < startedAt ? moment : startedAt
  const prompt = z.parse(Prompt, {
    ...entry,
    variables: settingsFor(entry.prompt, entry.variables ?? []),
    isPublic: 0,
    usedAt: entry.usedAt == null ? null : past(entry.usedAt),
    folderId: toFolderId(entry.in, idAt),
    updatedAt: past(entry.updatedAt),
  })
  const trashId = entry.deleted === undefined ? undefined : idAt(entry.deleted)
  return { ...prompt, createdAt: past(entry.createdAt ?? entry.updatedAt), trashId }
}

function toFolderId(inside: number | string | null, idAt: Writing['idAt']): string | null {
  return typeof inside === 'number' ? idAt(inside) : inside
}

/** Keeps the last of several sets with the same name. */
function withoutDuplicates(sets: readonly ValueSet[]): ValueSet[] {
  return [...new Map(sets.map((set) => [set.name, set])).values()]
}

async function writeTrash(
  { transaction, owner, startedAt }: Writing,
  entries: readonly Placed<'deleted'>[],
): Promise<void> {
  if (entries.length === 0) return
  const { firstRid } = await takeRids(transaction, owner, entries.length, {
    trashRows: entries.length,
  })
  const deletedBy = Date.parse(startedAt)
  const rows = entries.map(({ id, name, color, deletedAt }, at) => ({
    rid: firstRid + at,
    owner_no: owner,
    id,
    name,
    color,
    folders: 0,
    prompts: 0,
    bytes: 0,
    // Restoring it must not bypass the plan's limit.
    prompts_before: 0,
    deleted_at: Math.min(Date.parse(deletedAt), deletedBy),
    restoring_at: null,
  }))
  await insertTrash(transaction, rows)
}

async function writeFolders(
  { transaction, owner, change, startedAt, idAt }: Writing,
  entries: readonly Placed<'folder'>[],
): Promise<void> {
  const live = entries.filter(({ deleted }) => deleted === undefined)
  if (live.length === 0) return
  const { firstRid, holdings } = await takeRids(transaction, owner, live.length, {
    folders: live.length,
  })
  if (holdings.folders > limits.folders) throw new ApiError('folder_limit_reached')
  const rows = live.map((entry, at) => ({
    rid: firstRid + at,
    owner_no: owner,
    id: entry.id,
    parent_id: toFolderId(entry.in, idAt),
    ...toFolderColumns(entry),
    is_favourite: entry.isFavourite ?? 0,
    created_at: startedAt,
    changed_no: change,
  }))
  const places = new Map(rows.map(({ id }, at) => [id, at]))
  // One statement could insert a cycle of folders: its foreign keys are checked at its end.
  if (rows.some(({ parent_id }, at) => (places.get(parent_id ?? '') ?? -1) >= at)) {
    throw new ApiError('not_found')
  }
  try {
    await insertFolders(transaction, rows)
  } catch (error) {
    if (isForeignKeyViolation(error)) throw new ApiError('not_found')
    throw error
  }
}

/** Puts trashed entries into the trash. Skips those whose item has since been permanently deleted. */
async function writeTrashed(
  { transaction, owner, startedAt, idAt }: Writing,
  folders: readonly Placed<'folder'>[],
  prompts: readonly NewPrompt[],
): Promise<void> {
  const toTrashId = ({ deleted }: Placed<'folder'>) => (deleted === undefined ? '' : idAt(deleted))
  const wanted = [...folders.map(toTrashId), ...prompts.map(({ trashId = '' }) => trashId)]
  if (wanted.length === 0) return
  const there = await listIdsAmong(transaction, owner, 'trash', wanted)
  const { firstRid } = await takeRids(transaction, owner, wanted.length, {})
  const folderRows = folders
    .map((entry, at) => ({
      rid: firstRid + at,
      owner_no: owner,
      trash_id: toTrashId(entry),
      id: entry.id,
      parent_id: toFolderId(entry.in, idAt),
      name: entry.name,
      color: entry.color,
      is_favourite: entry.isFavourite ?? 0,
      created_at: startedAt,
    }))
    .filter((row) => there.has(row.trash_id))
  const promptRows = prompts
    .map((prompt, at) => ({
      rid: firstRid + folders.length + at,
      owner_no: owner,
      trash_id: prompt.trashId ?? '',
      created_at: prompt.createdAt,
      ...toFieldColumns(prompt),
    }))
    .filter((row) => there.has(row.trash_id))
  await insertTrashed(transaction, 'trashed_folders', folderRows)
  await insertTrashed(transaction, 'trashed_prompts', promptRows)
  let trashBytes = 0
  for (const trashId of there) {
    const held = prompts.filter((prompt) => prompt.trashId === trashId)
    const bytes = held.reduce((sum, prompt) => sum + bytesOf(prompt), 0)
    const inside = folders.filter((entry) => toTrashId(entry) === trashId)
    const adds = { folders: inside.length, prompts: held.length, bytes }
    await countTrash(transaction, owner, trashId, adds)
    trashBytes += bytes
  }
  const trashRows = folderRows.length + promptRows.length
  await countChange(transaction, owner, { trashRows, trashBytes })
}

/** Adds value sets to a prompt of an earlier batch. Skips a prompt that has since been permanently deleted. */
async function writeValues(
  { transaction, owner, change }: Writing,
  promptId: string,
  valueSets: ValueSet[],
): Promise<void> {
  const prompt = await findPrompt(transaction, owner, promptId)
  if (prompt !== undefined) {
    await savePrompt(transaction, owner, change, { ...prompt, valueSets }, prompt)
    return
  }
  const added = await setTrashedValues(transaction, owner, promptId, toJson(valueSets))
  if (added === undefined) return
  const { trashId, bytes } = added
  await countTrash(transaction, owner, trashId, { folders: 0, prompts: 0, bytes })
  await countChange(transaction, owner, { trashBytes: bytes })
}

async function writeVersions(
  { transaction, services, owner, idAt }: Writing,
  entries: readonly Placed<'version'>[],
): Promise<void> {
  for (const [of, states] of Map.groupBy(entries, (entry) => entry.of)) {
    const rid = await findAnyRid(transaction, owner, idAt(of))
    if (rid === undefined) continue
    const saved = await listSavedVersions(transaction, owner, rid)
    await addVersions(transaction, owner, services, {
      rid,
      saved,
      savedBy: 'import',
      states: states.map((state) => ({ ...state, ...VersionTexts.parse(state) })),
    })
  }
}
