import { defaultColor } from '#contract/colors.ts'
import { folderCalls } from '#contract/folders.ts'
import { promptCalls, type Prompt } from '#contract/prompts.ts'
import { selectionCalls } from '#contract/selection.ts'
import {
  noOthers,
  readPromptFile,
  writePromptFile,
  type FilePrompt,
  type OtherFields,
} from '#cli/files/prompt-file.ts'
import { PathError } from '#cli/files/own-directory.ts'
import { CommandError } from '#cli/define-command.ts'
import { describeUnknown } from '#cli/files/describe-unknown.ts'
import { describeError, reasonOf } from '#cli/describe-error.ts'
import { CallError } from '#cli/server/make-client.ts'
import { decideChange, type Decision } from '#cli/sync/decide-change.ts'
import { fetchPrompt, fetchPrompts, isFailure, stampOf, type Listing } from '#cli/sync/library.ts'
import { nameOf, parentOf, pathKey, toFolderName } from '#cli/sync/place-folders.ts'
import { contentHash, textHash, toFilePrompt, toStored } from '#cli/sync/prompt-content.ts'
import { toTitle, type LocalDirectory, type LocalFile } from '#cli/sync/read-directory.ts'
import type { Change, Deed, SyncOptions, SyncReport } from '#cli/sync/change.ts'
import { writeState, type KnownPrompt } from '#cli/sync/sync-state.ts'
import { fileNameOf, type DirectoryWriter, type FileTimes } from '#cli/sync/write-directory.ts'
import { fillText } from '#cli/texts.ts'

type Work = {
  writer: DirectoryWriter
  listing: Listing
  local: LocalDirectory
  report: SyncReport
}

/** Changes after which the state is saved. */
const batch = 50
/** Prompts that one call deletes. */
const deletedAtOnce = 100

/** Does what was decided. A change that fails is reported, and the next run tries it again. */
export async function carryOut(
  changes: readonly Change[],
  { client, directory, state, texts, canWrite, onProgress }: SyncOptions,
  { writer, listing, local, report }: Work,
): Promise<void> {
  const save = () => writeState(directory, state)
  const folderIds = new Map(
    Object.entries(state.folders).map(([id, { path }]) => [pathKey(path), id]),
  )
  const pushed = new Set<Change['decision']['content']>(['push', 'create-there', 'delete-there'])
  let [done, kept, tried] = [0, 0, 0]
  const total = changes.filter(({ decision }) => !isKept(decision)).length
  const count = (more: number) => onProgress?.((tried += more), total)
  const createdIds: string[] = []
  await createThere()
  const deleted: Change[] = []
  for (const change of changes) {
    const { content, place } = change.decision
    if (content === 'create-there') continue
    if (content === 'delete-there' && canWrite) {
      deleted.push(change)
      continue
    }
    if (!canWrite && (pushed.has(content) || place === 'there')) {
      kept++
      if (pushed.has(content)) continue
    }
    await attempt(change, () => apply(change))
    if (!isKept(change.decision)) count(1)
    if (++done % batch === 0) save()
  }
  for (let from = 0; from < deleted.length; from += deletedAtOnce) {
    const some = deleted.slice(from, from + deletedAtOnce)
    await deleteThere(some)
    count(some.length)
    save()
  }
  if (kept > 0)
    report.problems.push({ path: '', message: fillText(texts.sync.readOnly, { count: kept }) })

  /** Runs one change. What concerns only it is reported; without a connection, everything ends. */
  async function attempt(change: Change, run: () => Promise<void>): Promise<void> {
    try {
      await run()
    } catch (error) {
      const folder = state.folders[change.listed?.folderId ?? '']?.path
      const path = change.file?.path ?? change.entry?.path ?? folder ?? ''
      if (error instanceof PathError) {
        report.problems.push({ path, message: fillText(texts.sync[error.reason], { path }) })
      } else if (error instanceof CallError && error.status !== 401) {
        const { message: reason } = describeError(error, texts)
        report.problems.push({ path, message: fillText(texts.sync.refused, { path, reason }) })
      } else if (error instanceof CommandError) {
        const { message: reason } = error
        report.problems.push({ path, message: fillText(texts.sync.refused, { path, reason }) })
      } else if (isOfFiles(error)) {
        const reason = reasonOf(error, texts)
        report.problems.push({ path, message: fillText(texts.sync.unwritable, { path, reason }) })
      } else {
        save()
        throw error
      }
    }
  }

  function tell(what: Deed['what'], path: string, theirs?: string): void {
    report.deeds.push({ what, path, ...(theirs !== undefined && { theirs }) })
  }

  async function apply(change: Change): Promise<void> {
    const { content, place } = change.decision
    if (content === 'forget') {
      delete state.prompts[change.id]
      return
    }
    if (content === 'delete-here') {
      deleteHere(change)
      return
    }
    if (place === 'here') moveHere(change)
    if (content === 'pull' || content === 'create-here') await pull(change)
    else if (content === 'push') await push(change)
    else if (content === 'conflict') await leaveBoth(change)
    else if (content === 'keep') keep(change)
    if (place === 'there' && canWrite) await moveThere(change)
    if (isKept(change.decision)) report.unchanged++
  }

  /** Notes that both sides are equal. */
  function note(
    { id, file }: Pick<Change, 'id' | 'file'>,
    prompt: Pick<Prompt, 'updatedAt' | 'color' | 'shortName' | 'folderId'>,
    { hash, path, times }: { hash: string; path: string; times: FileTimes },
  ): void {
    const former = state.prompts[id]
    if (former?.theirs) removeTheirs(former.theirs)
    const { updatedAt } = prompt
    const place = prompt.folderId ?? ''
    const { size, mtimeMs } = times
    state.prompts[id] = { hash, stamp: stampOf(prompt), updatedAt, path, place, size, mtimeMs }
    if (file !== undefined) delete state.creating[file.path]
  }

  /** Removes what a conflict has left, unless it has been changed. */
  function removeTheirs(theirs: NonNullable<KnownPrompt['theirs']>): void {
    const text = writer.read(theirs.path)
    if (text === undefined || textHash(text) !== theirs.textHash) return
    const found = writer.timesOf(theirs.path)
    if (found !== undefined) writer.remove(theirs.path, found)
  }

  function keep(change: Change): void {
    const { id, file, listed, entry, thereHash } = change
    if (file === undefined || listed === undefined || thereHash === undefined) return
    const isSame =
      entry !== undefined &&
      entry.theirs === undefined &&
      entry.path === file.path &&
      entry.size === file.size &&
      entry.mtimeMs === file.mtimeMs &&
      entry.stamp === stampOf(listed) &&
      entry.place === (listed.folderId ?? '')
    if (isSame) return
    let times: FileTimes = file
    // A file that was made by hand, or is a copy, gets the id by which it is found wherever it is moved.
    if (file.read !== undefined && file.read.id !== id) {
      times = rewrite(file, id, file.read.prompt) ?? file
    }
    note(change, listed, { hash: thereHash, path: file.path, times })
  }

  /** Writes a prompt to its file, unless that has been changed meanwhile. Returns undefined then. */
  function rewrite(file: LocalFile, id: string, prompt: FilePrompt): FileTimes | undefined {
    const others = file.read?.others ?? noOthers
    try {
      return writer.write(file.path, writePromptFile({ id, prompt, others }), file)
    } catch (error) {
      if (error instanceof PathError) return undefined
      throw error
    }
  }

  async function wholeOf({ id, prompt }: Change): Promise<Prompt | undefined> {
    return prompt ?? (await fetchPrompt(client, id))
  }

  async function pull(change: Change): Promise<void> {
    const prompt = await wholeOf(change)
    if (prompt === undefined) return
    const { file, id } = change
    const content = toFilePrompt(prompt)
    const folder = prompt.folderId === state.root ? '' : state.folders[prompt.folderId ?? '']?.path
    // Its folder has been made since the folders were listed: the next run knows it.
    if (file === undefined && folder === undefined && prompt.folderId !== null) return
    const path = file?.path ?? freePath(change, folder ?? '', content)
    const text = writePromptFile({ id, prompt: content, others: othersOf(file) })
    const times = writer.write(path, text, file)
    note(change, prompt, { hash: contentHash(content), path, times })
    tell(file === undefined ? 'created-here' : 'pulled', path)
  }

  /** A file comes back to where it was. */
  function freePath({ entry }: Change, folder: string, content: FilePrompt): string {
    const isFree =
      entry !== undefined && parentOf(entry.path) === folder && !writer.exists(entry.path)
    return isFree ? entry.path : writer.freePath(folder, fileNameOf(content), '.md')
  }

  /** A file that has not been read yet is read for what is not ours in it. */
  function othersOf(file: LocalFile | undefined): OtherFields {
    if (file === undefined) return noOthers
    return (file.read ?? readPromptFile(writer.read(file.path) ?? '', '')).others
  }

  function contentOf(file: LocalFile): FilePrompt {
    const { prompt } = file.read ?? readPromptFile(writer.read(file.path) ?? '', toTitle(file.path))
    return toStored(prompt)
  }

  /**
   * Leaves settings that prompts do not have to the user. The prompt itself is only asked for if there are any.
   *
   * @throws CommandError
   */
  async function refuseUnknown(
    { read }: LocalFile,
    former: () => Promise<Prompt | undefined>,
  ): Promise<void> {
    if (read === undefined || describeUnknown(read, undefined, texts).length === 0) return
    const lines = describeUnknown(read, await former(), texts)
    if (lines.length > 0) throw new CommandError(lines.join(' '))
  }

  /** Someone may have replaced the whole file with plain text: the other fields stay as they are. */
  async function withFields(change: Change, content: FilePrompt): Promise<FilePrompt> {
    if (!change.file?.read?.isBare) return content
    const prompt = await wholeOf(change)
    if (prompt === undefined) return content
    return toStored({ ...toFilePrompt(prompt), prompt: content.prompt })
  }

  async function push(change: Change): Promise<void> {
    const { id, file, listed, baseUpdatedAt } = change
    if (file === undefined || listed === undefined) return
    await refuseUnknown(file, () => wholeOf(change))
    const content = await withFields(change, contentOf(file))
    try {
      const input = { promptId: id, ...content, updatedAt: baseUpdatedAt }
      const { updatedAt } = await client(promptCalls.updatePrompt, input)
      const isNamed = file.read?.id === id || file.read === undefined
      const times = isNamed ? file : (rewrite(file, id, content) ?? file)
      const { shortName, color } = content
      const saved = { updatedAt, color, shortName, folderId: listed.folderId }
      note(change, saved, { hash: contentHash(content), path: file.path, times })
      tell('pushed', file.path)
    } catch (error) {
      if (!isFailure(error, 'prompt_changed')) throw error
      // Somebody was faster.
      const prompt = await fetchPrompt(client, id)
      if (prompt === undefined) return
      const thereHash = contentHash(toFilePrompt(prompt))
      const isSame = decideChange({
        here: { content: file.hash, place: '' },
        there: { content: thereHash, place: '' },
      }).content
      const next = { ...change, prompt, listed: prompt, thereHash }
      if (isSame === 'keep') keep(next)
      else await leaveBoth(next)
    }
  }

  /** Leaves the version of the library beside the file. */
  async function leaveBoth(change: Change): Promise<void> {
    const { id, file, listed, entry } = change
    if (file === undefined || listed === undefined) return
    const known = entry?.theirs
    const isThere = known !== undefined && local.theirs.has(known.path)
    if (isThere && known.stamp === stampOf(listed)) {
      tell('conflict', file.path, known.path)
      return
    }
    const prompt = await wholeOf(change)
    if (prompt === undefined) return
    const content = toFilePrompt(prompt)
    const text = writePromptFile({ id, prompt: content, others: othersOf(file) })
    const path = placeTheirs(file, text, isThere ? known : undefined)
    const theirs = {
      path,
      hash: contentHash(content),
      stamp: stampOf(prompt),
      updatedAt: prompt.updatedAt,
      textHash: textHash(text),
    }
    const { path: own, size, mtimeMs } = file
    const never = { hash: '', stamp: '', updatedAt: '', place: prompt.folderId ?? '' }
    state.prompts[id] = { ...never, ...entry, path: own, size, mtimeMs, theirs }
    // It is to be read again until the conflict is solved.
    state.prompts[id].size = -1
    save()
    tell('conflict', file.path, path)
  }

  function placeTheirs(
    file: LocalFile,
    text: string,
    former: KnownPrompt['theirs'] | undefined,
  ): string {
    const usual = writer.theirsPath(file.path)
    // As a run that was killed has left it.
    if (writer.read(usual) === text) return usual
    const isOurs =
      former !== undefined && textHash(writer.read(former.path) ?? '') === former.textHash
    if (isOurs) {
      writer.write(former.path, text, writer.timesOf(former.path))
      return former.path
    }
    let path = usual
    for (let count = 2; writer.exists(path); count++) path = writer.theirsPath(file.path, count)
    writer.write(path, text, undefined)
    return path
  }

  function deleteHere({ id, file, entry }: Change): void {
    if (file !== undefined) {
      writer.remove(file.path, file)
      writer.removeEmpty(parentOf(file.path), (path) => folderIds.has(pathKey(path)))
      tell('deleted-here', file.path)
    }
    if (entry?.theirs) removeTheirs(entry.theirs)
    delete state.prompts[id]
  }

  function moveHere(change: Change): void {
    const { file, listed, entry } = change
    const folder =
      listed?.folderId === state.root ? '' : state.folders[listed?.folderId ?? '']?.path
    if (file === undefined || listed === undefined) return
    if (folder === undefined && listed.folderId !== null) return
    const [, stem = '', ending = ''] = /^(.*?)(\.md)$/is.exec(nameOf(file.path)) ?? []
    const path = writer.freePath(folder ?? '', stem, ending)
    writer.move(file.path, path, file)
    writer.removeEmpty(parentOf(file.path), (at) => folderIds.has(pathKey(at)))
    tell('moved-here', path)
    file.path = path
    if (entry) {
      entry.path = path
      entry.place = listed.folderId ?? ''
    }
  }

  async function moveThere({ id, file }: Change): Promise<void> {
    if (file === undefined) return
    const folderId = await folderOf(parentOf(file.path))
    await client(promptCalls.movePrompt, { promptId: id, folderId: folderId ?? 'root' })
    const entry = state.prompts[id]
    if (entry) entry.place = folderId ?? ''
    tell('moved-there', file.path)
  }

  /** The folder of a directory, which is made if there is none; null for the root. */
  async function folderOf(path: string): Promise<string | null> {
    if (path === '') return state.root
    const known = folderIds.get(pathKey(path))
    if (known !== undefined) return known
    const parentId = await folderOf(parentOf(path))
    const name = toFolderName(path)
    const input = { folderId: parentId, name, color: defaultColor }
    const { id } = await client(folderCalls.createFolder, input)
    state.folders[id] = { path, name }
    folderIds.set(pathKey(path), id)
    save()
    return id
  }

  async function createThere(): Promise<void> {
    const created = changes.filter(({ decision }) => decision.content === 'create-there')
    if (created.length === 0) return
    if (!canWrite) {
      kept += created.length
      return
    }
    for (let from = 0; from < created.length; from += batch) {
      const some = created.slice(from, from + batch)
      for (const { file } of some) if (file) state.creating[file.path] = file.hash
      // Should this run be killed, the next one knows what it has created.
      save()
      for (const change of some) {
        await attempt(change, () => createOne(change))
        count(1)
      }
    }
    state.creating = {}
    const scope = { folderId: state.root, ids: createdIds, all: listing.prompts.length }
    // The times that the library has given them, unless somebody has changed them already.
    for (const [id, prompt] of await fetchPrompts(client, scope)) {
      const entry = state.prompts[id]
      if (entry?.hash !== contentHash(toFilePrompt(prompt))) continue
      entry.stamp = stampOf(prompt)
      entry.updatedAt = prompt.updatedAt
    }
    save()
  }

  async function createOne(change: Change): Promise<void> {
    const { file } = change
    if (file === undefined) return
    await refuseUnknown(file, async () => undefined)
    const folderId = await folderOf(parentOf(file.path))
    let content = contentOf(file)
    const create = async (edit: FilePrompt) =>
      (await client(promptCalls.createPrompt, { ...edit, folderId })).id
    let id
    try {
      id = await create(content)
    } catch (error) {
      const proposal = isFailure(error, 'short_name_taken') ? error.failure?.proposal : undefined
      if (proposal === undefined) throw error
      content = { ...content, shortName: proposal }
      state.creating[file.path] = contentHash(content)
      save()
      id = await create(content)
    }
    // A file that has been changed meanwhile is read again.
    const times = rewrite(file, id, content) ?? { size: -1, mtimeMs: file.mtimeMs }
    const unknown = { updatedAt: '', color: '', shortName: null, folderId }
    note({ id, file }, unknown, { hash: contentHash(content), path: file.path, times })
    createdIds.push(id)
    if (change.id !== '') delete state.prompts[change.id]
    tell('created-there', file.path)
  }

  async function deleteThere(some: readonly Change[]): Promise<void> {
    try {
      await client(selectionCalls.deleteSelection, { promptIds: some.map(({ id }) => id) })
      for (const change of some) forget(change)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // All or none: one that is gone already stops the others.
      for (const change of some) {
        await attempt(change, async () => {
          try {
            await client(promptCalls.deletePrompt, { promptId: change.id })
          } catch (reason) {
            if (!isFailure(reason, 'not_found')) throw reason
          }
          forget(change)
        })
      }
    }
  }

  function forget({ id, entry }: Change): void {
    if (entry?.theirs) removeTheirs(entry.theirs)
    delete state.prompts[id]
    tell('deleted-there', entry?.path ?? '')
  }
}

function isKept({ content, place }: Decision): boolean {
  return content === 'keep' && place === 'keep'
}

function isOfFiles(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}
