import { folderCalls } from '#contract/library/folders.ts'
import { decideChange, type Copies, type Decision } from '#cli/sync/decide-change.ts'
import type { Change, SyncAction, SyncOptions, SyncReport } from '#cli/sync/change.ts'
import { CallError } from '#cli/server/make-client.ts'
import { carryOut } from '#cli/sync/carry-out.ts'
import { unknownSettings } from '#cli/sync/unknown-settings.ts'
import { finishBatch } from '#cli/sync/import-there.ts'
import { findRenamed, type Renamed } from '#cli/sync/find-renamed.ts'
import { readLibrary, type Library } from '#cli/sync/library.ts'
import { adoptFiles, matchFiles, PathMap } from '#cli/sync/match-files.ts'
import { joinPath, parentOf, placeFolders, toFolderName } from '#cli/sync/place-folders.ts'
import {
  isBlocked,
  readDirectory,
  type LocalDirectory,
  type LocalFile,
} from '#cli/sync/read-directory.ts'
import { writeState, type KnownPrompt, type SyncState } from '#cli/sync/sync-state.ts'
import { DirectoryWriter, fileNameOf } from '#cli/sync/write-directory.ts'
import { fillText } from '#cli/core/texts.ts'

/**
 * Syncs a directory with the library, three-way per file. If a file fails, it is reported, and the sync continues with
 * the others. After any kind of end, the next run loses nothing and creates nothing twice.
 */
export async function syncDirectory(options: SyncOptions): Promise<SyncReport> {
  const { client, directory, state, texts, isTrial, canWrite, confirm } = options
  const report: SyncReport = { actions: [], problems: [], unchanged: 0 }
  if (state.sending !== undefined && canWrite && !isTrial) await finishBatch(options)
  const library = await readLibrary(client, state)
  const writer = new DirectoryWriter(directory)
  const formerFolders = state.folders
  const placed = placeFolders([...library.folders.values()], state.root, formerFolders)
  if (isTrial) {
    // Directories keep their names.
    for (const [id, folder] of placed) state.folders[id] = formerFolders[id] ?? folder
  } else
    moveDirectories(writer, state, placed, (path) =>
      report.problems.push({ path, message: fillText(texts.sync.link, { path }) }),
    )
  const local = readDirectory(directory, state, texts)
  if (canWrite) await renameFolders(options, { library, local, report })
  const folders = new PathMap(
    Object.entries(state.folders).map(([id, { path }]) => [path, id] as const),
  )
  const placeOf = (path: string) => {
    const parent = parentOf(path)
    return parent === '' ? (state.root ?? '') : (folders.get(parent) ?? `new:${parent}`)
  }
  const { changes, held } = findChanges(options, library, local, placeOf)
  const ofKind = (content: string) =>
    changes.filter(({ decision }) => decision.content === content).length
  if (!isTrial) {
    const created = state.savedAt === 0 ? ofKind('create-there') : 0
    await confirm({ here: ofKind('delete-here'), there: ofKind('delete-there'), created })
  }
  report.problems.push(...local.problems)
  if (held > 0) report.problems.push({ path: '', message: texts.sync.held })
  if (isTrial) await previewChanges(changes, options, report)
  else {
    await carryOut(changes, options, { writer, library, local, report })
    removeDirectories(writer, state, formerFolders)
    writeState(directory, state)
  }
  return report
}

/** Renames folders to the new names of their directories. */
async function renameFolders(
  options: SyncOptions,
  { library, local, report }: { library: Library; local: LocalDirectory; report: SyncReport },
): Promise<void> {
  const find = () => findRenamed(options.state, local)
  for (let found = find(); found !== undefined; found = find()) {
    if (!(await renameFolder(options, library, found))) return
    report.actions.push({ what: 'moved-there', path: found.to })
  }
}

/** Renames a folder to the name of its directory. Returns whether the library accepted it. */
async function renameFolder(
  { client, directory, state, isTrial }: SyncOptions,
  { folders }: Library,
  { id, from, to }: Renamed,
): Promise<boolean> {
  const folder = folders.get(id)
  if (folder === undefined) return false
  const name = toFolderName(to)
  const { name: previous, color } = folder
  try {
    const edit = { folderId: id, name, color, former: { name: previous, color } }
    if (!isTrial) await client(folderCalls.updateFolder, edit)
  } catch (error) {
    // It has been changed there in the meantime, or the token may not change it: its prompts are moved instead.
    if (error instanceof CallError) return false
    throw error
  }
  movePaths(state, new Map([[from, to]]))
  state.folders[id] = { path: to, name }
  if (!isTrial) writeState(directory, state)
  return true
}

/** Renames directories to the new names of their folders in the library, and records the folders. */
function moveDirectories(
  writer: DirectoryWriter,
  state: SyncState,
  placed: ReturnType<typeof placeFolders>,
  onBlocked: (path: string) => void,
): void {
  const folders: SyncState['folders'] = {}
  const moves = new Map<string, string>()
  for (const [id, { path, name }] of placed) {
    const known = state.folders[id]?.path
    const previous = known === undefined ? undefined : movedPath(known, moves)
    let current = path
    if (previous === undefined) attempt(path, () => writer.makeDirectory(path))
    else if (previous !== path) {
      const canMove = writer.exists(previous) && !writer.exists(path)
      const isBlocked = canMove && !attempt(path, () => writer.moveDirectory(previous, path))
      // A killed run may have moved it.
      if (!isBlocked && (canMove || !writer.exists(previous))) moves.set(known ?? '', path)
      else current = previous
    }
    folders[id] = { path: current, name }
  }
  movePaths(state, moves)
  state.folders = folders

  function attempt(path: string, change: () => void): boolean {
    try {
      change()
      return true
    } catch {
      onBlocked(path)
      return false
    }
  }
}

/** Moves the contents of directories. The keys are the old paths. */
function movePaths(state: SyncState, moves: ReadonlyMap<string, string>): void {
  const moved = (path: string) => movedPath(path, moves)
  for (const folder of Object.values(state.folders)) folder.path = moved(folder.path)
  for (const entry of Object.values(state.prompts)) {
    entry.path = moved(entry.path)
    if (entry.theirs) entry.theirs.path = moved(entry.theirs.path)
  }
  const creating = Object.entries(state.creating)
  state.creating = Object.fromEntries(creating.map(([path, hash]) => [moved(path), hash]))
}

function movedPath(path: string, moves: ReadonlyMap<string, string>): string {
  for (let at = parentOf(path); at !== ''; at = parentOf(at)) {
    const to = moves.get(at)
    if (to !== undefined) return to + path.slice(at.length)
  }
  return path
}

/** Removes the directories of deleted folders if they are empty. */
function removeDirectories(
  writer: DirectoryWriter,
  state: SyncState,
  previous: SyncState['folders'],
): void {
  const kept = new Set(Object.values(state.folders).map(({ path }) => path))
  const gone = Object.entries(previous).filter(([id]) => state.folders[id] === undefined)
  for (const [, { path }] of gone) writer.removeEmpty(path, (at) => kept.has(at))
}

type Found = {
  changes: Change[]
  /** Deferred deletions: an unreadable file may be the one that seems to be deleted. */
  held: number
}

function findChanges(
  { state }: SyncOptions,
  { prompts, changed }: Library,
  local: LocalDirectory,
  placeOf: (path: string) => string,
): Found {
  const isKnown = (id: string) => prompts.has(id) || state.prompts[id] !== undefined
  const { here, newcomers } = matchFiles(local.files, state, isKnown)
  const open = (entry: KnownPrompt | undefined) =>
    entry?.theirs && local.theirs.has(entry.theirs.path) ? entry.theirs : undefined
  adopt()
  const blocked = new Set(local.problems.map(({ path }) => path))
  const ids = new Set([...here.keys(), ...prompts.keys(), ...Object.keys(state.prompts)])
  const changes: Change[] = []
  let held = 0
  for (const id of ids) {
    const change = toChange(id)
    const path = change.entry?.path
    if (change.file === undefined && path !== undefined && isBlocked(path, blocked)) continue
    if (change.decision.content === 'delete-there' && local.isUnsure) held++
    else changes.push(change)
  }
  for (const file of newcomers) {
    changes.push({
      id: '',
      file,
      listed: undefined,
      entry: undefined,
      prompt: undefined,
      decision: { content: 'create-there', place: 'keep' },
    })
  }
  return { changes, held }

  function toChange(id: string): Change {
    const entry = state.prompts[id]
    const file = here.get(id)
    const listed = prompts.get(id)
    // A conflict is resolved by deleting the library's version next to the file.
    const version = entry?.theirs && !open(entry) ? entry.theirs : entry
    const copies: Copies = {
      base: entry && version && { content: version.hash, place: entry.place },
      here: file && { content: file.hash, place: placeOf(file.path) },
      there: listed && { content: listed.hash, place: listed.place },
    }
    return {
      id,
      file,
      listed,
      entry,
      prompt: changed.get(id),
      decision: decideChange(copies),
    }
  }

  /** Matches new files to existing prompts. */
  function adopt(): void {
    const fresh = new Map(
      [...prompts]
        .filter(([id]) => state.prompts[id] === undefined && !here.has(id))
        .map(([id, { hash }]) => [id, hash]),
    )
    const recreated = [...here].filter(
      ([id, file]) => !prompts.has(id) && file.hash !== state.prompts[id]?.hash,
    )
    const candidates = [...newcomers, ...recreated.map(([, file]) => file)]
    for (const [file, { id, base }] of adoptFiles(candidates, fresh, state)) {
      const at = newcomers.indexOf(file)
      if (at >= 0) newcomers.splice(at, 1)
      for (const [previous, other] of recreated) if (other === file) here.delete(previous)
      here.set(id, file)
      const isEqual = base === file.hash && base === prompts.get(id)?.hash
      if (!isEqual) recordBase(id, file, base)
    }
    // A killed run has written the id, but not recorded what it has created.
    for (const [id, file] of here) {
      const base = state.creating[file.path]
      const isNew = state.prompts[id] === undefined
      if (isNew && base !== undefined && base === prompts.get(id)?.hash) recordBase(id, file, base)
    }
  }

  function recordBase(id: string, { path, mtimeMs }: LocalFile, base: string): void {
    const place = prompts.get(id)?.place
    if (place !== undefined) state.prompts[id] = { hash: base, path, place, size: -1, mtimeMs }
  }
}

/** Reports what a run would do. */
async function previewChanges(
  changes: readonly Change[],
  options: SyncOptions,
  report: SyncReport,
): Promise<void> {
  const { state, texts } = options
  for (const change of changes) {
    const { decision, file, listed, entry, prompt } = change
    const { content, place } = decision
    const folder = state.folders[listed?.place ?? '']?.path ?? ''
    const name = prompt ? `${fileNameOf(prompt)}.md` : ''
    const path =
      file?.path ?? (content === 'delete-there' ? entry?.path : undefined) ?? joinPath(folder, name)
    const isSaved = content === 'push' || content === 'create-there'
    const reason = isSaved ? await unknownSettings(options, change) : undefined
    if (reason !== undefined) {
      report.problems.push({ path, message: fillText(texts.sync.refused, { path, reason }) })
      continue
    }
    const what = actionOf[content]
    if (what !== undefined) report.actions.push({ what, path })
    if (place !== 'keep')
      report.actions.push({ what: place === 'here' ? 'moved-here' : 'moved-there', path })
    if (what === undefined && place === 'keep' && content === 'keep') report.unchanged++
  }
}

/** The action for a decision on a content. */
const actionOf: Partial<Record<Decision['content'], SyncAction['what']>> = {
  pull: 'pulled',
  push: 'pushed',
  'create-here': 'created-here',
  'create-there': 'created-there',
  'delete-here': 'deleted-here',
  'delete-there': 'deleted-there',
  conflict: 'conflict',
}
