import type { Prompt } from '#contract/library/prompts.ts'
import {
  noOthers,
  readPromptFile,
  writePromptFile,
  type FilePrompt,
  type OtherFields,
} from '#cli/prompts/prompt-file.ts'
import { PathError } from '#cli/prompts/own-directory.ts'
import type { Change } from '#cli/sync/change.ts'
import { fetchPrompt } from '#cli/sync/library.ts'
import { nameOf, parentOf, pathKey } from '#cli/sync/place-folders.ts'
import { contentHash, textHash, toFilePrompt, toStored } from '#cli/sync/prompt-content.ts'
import { toTitle, type LocalFile } from '#cli/sync/read-directory.ts'
import { save, reportDone, type Sync } from '#cli/sync/running-sync.ts'
import type { KnownPrompt } from '#cli/sync/sync-state.ts'
import { fileNameOf, type FileTimes } from '#cli/sync/write-directory.ts'

/** More deletions are confirmed by the user. */
const mostChecked = 20

export function recordState(
  sync: Sync,
  { id, file }: Pick<Change, 'id' | 'file'>,
  { hash, place, path, times }: { hash: string; place: string; path: string; times: FileTimes },
): void {
  const previous = sync.state.prompts[id]
  if (previous?.theirs) removeTheirs(sync, previous.theirs)
  const { size, mtimeMs } = times
  sync.state.prompts[id] = { hash, path, place, size, mtimeMs }
  if (file === undefined) return
  delete sync.state.creating[file.path]
  delete sync.state.created?.[file.path]
}

export function removeTheirs(sync: Sync, theirs: NonNullable<KnownPrompt['theirs']>): void {
  const text = sync.writer.read(theirs.path)
  if (text === undefined || textHash(text) !== theirs.textHash) return
  const found = sync.writer.timesOf(theirs.path)
  if (found !== undefined) sync.writer.remove(theirs.path, found)
}

export function keep(sync: Sync, change: Change): void {
  const { id, file, listed, entry } = change
  if (file === undefined || listed === undefined) return
  const isUnchanged =
    entry !== undefined &&
    entry.theirs === undefined &&
    entry.path === file.path &&
    entry.size === file.size &&
    entry.mtimeMs === file.mtimeMs &&
    entry.hash === listed.hash &&
    entry.place === listed.place
  if (isUnchanged) return
  let times: FileTimes = file
  // A file that was created by hand, or copied, gets an id, so that it is found after a move.
  if (file.read !== undefined && file.read.id !== id) {
    times = rewrite(sync, file, id, file.read.prompt) ?? file
  }
  recordState(sync, change, { ...listed, path: file.path, times })
}

export function rewrite(
  sync: Sync,
  file: LocalFile,
  id: string,
  prompt: FilePrompt,
): FileTimes | undefined {
  const others = file.read?.others ?? noOthers
  try {
    return sync.writer.write(file.path, writePromptFile({ id, prompt, others }), file)
  } catch (error) {
    if (error instanceof PathError) return undefined
    throw error
  }
}

export async function wholeOf(
  sync: Pick<Sync, 'client'>,
  { id, prompt }: Change,
): Promise<Prompt | undefined> {
  return prompt ?? (await fetchPrompt(sync.client, id))
}

export async function pull(sync: Sync, change: Change): Promise<void> {
  const prompt = await wholeOf(sync, change)
  if (prompt === undefined) return
  const { file, id } = change
  const content = toFilePrompt(prompt)
  const folder =
    prompt.folderId === sync.state.root ? '' : sync.state.folders[prompt.folderId ?? '']?.path
  // Its folder was created after the folders were listed: the next run will know it.
  if (file === undefined && folder === undefined && prompt.folderId !== null) return
  const path = file?.path ?? freePath(sync, change, folder ?? '', content)
  const text = writePromptFile({ id, prompt: content, others: othersOf(sync, file) })
  const times = sync.writer.write(path, text, file)
  const place = prompt.folderId ?? ''
  recordState(sync, change, { hash: contentHash(content), place, path, times })
  reportDone(sync, file === undefined ? 'created-here' : 'pulled', path)
}

function freePath(sync: Sync, { entry }: Change, folder: string, content: FilePrompt): string {
  const isFree =
    entry !== undefined && parentOf(entry.path) === folder && !sync.writer.exists(entry.path)
  return isFree ? entry.path : sync.writer.freePath(folder, fileNameOf(content), '.md')
}

function othersOf(sync: Sync, file: LocalFile | undefined): OtherFields {
  if (file === undefined) return noOthers
  return (file.read ?? readPromptFile(sync.writer.read(file.path) ?? '', '')).others
}

export function contentOf(sync: Sync, file: LocalFile): FilePrompt {
  const { prompt } =
    file.read ?? readPromptFile(sync.writer.read(file.path) ?? '', toTitle(file.path))
  return toStored(prompt)
}

export async function leaveBoth(sync: Sync, change: Change): Promise<void> {
  const { id, file, listed, entry } = change
  if (file === undefined || listed === undefined) return
  const known = entry?.theirs
  const isThere = known !== undefined && sync.local.theirs.has(known.path)
  if (isThere && known.hash === listed.hash) {
    reportDone(sync, 'conflict', file.path, known.path)
    return
  }
  const prompt = await wholeOf(sync, change)
  if (prompt === undefined) return
  const content = toFilePrompt(prompt)
  const text = writePromptFile({ id, prompt: content, others: othersOf(sync, file) })
  const path = placeTheirs(sync, file, text, isThere ? known : undefined)
  const theirs = {
    path,
    hash: contentHash(content),
    textHash: textHash(text),
  }
  const { path: own, size, mtimeMs } = file
  const never = { hash: '', place: prompt.folderId ?? '' }
  sync.state.prompts[id] = { ...never, ...entry, path: own, size, mtimeMs, theirs }
  // It has to be read again until the conflict is resolved.
  sync.state.prompts[id].size = -1
  save(sync)
  reportDone(sync, 'conflict', file.path, path)
}

function placeTheirs(
  sync: Sync,
  file: LocalFile,
  text: string,
  previous: KnownPrompt['theirs'] | undefined,
): string {
  const usual = sync.writer.theirsPath(file.path)
  // A killed run may have written this file already.
  if (sync.writer.read(usual) === text) return usual
  const isOurs =
    previous !== undefined && textHash(sync.writer.read(previous.path) ?? '') === previous.textHash
  if (isOurs) {
    sync.writer.write(previous.path, text, sync.writer.timesOf(previous.path))
    return previous.path
  }
  let path = usual
  for (let count = 2; sync.writer.exists(path); count++)
    path = sync.writer.theirsPath(file.path, count)
  sync.writer.write(path, text, undefined)
  return path
}

export async function deleteHere(sync: Sync, { id, file, entry }: Change): Promise<void> {
  // No file is deleted only because a list lacks its prompt.
  if (sync.checked++ < mostChecked) {
    const prompt = await fetchPrompt(sync.client, id)
    const place = prompt?.folderId ?? null
    if (prompt && (place === sync.state.root || sync.library.folders.has(place ?? ''))) {
      sync.state.library = undefined
      return
    }
  }
  if (file !== undefined) {
    sync.writer.remove(file.path, file)
    sync.writer.removeEmpty(parentOf(file.path), (path) => sync.folderIds.has(pathKey(path)))
    reportDone(sync, 'deleted-here', file.path)
  }
  if (entry?.theirs) removeTheirs(sync, entry.theirs)
  delete sync.state.prompts[id]
}

export function moveHere(sync: Sync, change: Change): void {
  const { file, listed, entry } = change
  const folder =
    listed?.place === (sync.state.root ?? '') ? '' : sync.state.folders[listed?.place ?? '']?.path
  if (file === undefined || listed === undefined) return
  if (folder === undefined && listed.place !== '') return
  const [, stem = '', ending = ''] = /^(.*?)(\.md)$/is.exec(nameOf(file.path)) ?? []
  const path = sync.writer.freePath(folder ?? '', stem, ending)
  sync.writer.move(file.path, path, file)
  sync.writer.removeEmpty(parentOf(file.path), (at) => sync.folderIds.has(pathKey(at)))
  reportDone(sync, 'moved-here', path)
  file.path = path
  if (entry) {
    entry.path = path
    entry.place = listed.place
  }
}
