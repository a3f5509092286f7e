import { deflateSync, Zip, ZipPassThrough } from 'fflate'
import type { FileFolder, LibraryFile } from '#contract/transfer/library-file.ts'
import { readLimits } from '#web/transfer/reading/limits.ts'
import { toFileName, uniqueNames } from './file-names.ts'
import { foldersFile, writeFolders, writePrompt } from './own-markdown.ts'

/** Windows allows 260 characters for a whole path. */
const longestPath = 150

/**
 * Yields a ZIP of Markdown files in chunks, with a directory for each folder and a file for each prompt. Leaves out
 * versions and the trash.
 */
export function* writeMarkdown(
  library: Pick<LibraryFile, 'folders' | 'prompts'>,
  onProgress: (share: number) => void = () => {},
): Generator<Uint8Array> {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  const encoder = new TextEncoder()
  const add = (path: string, text: string, changedAt?: string) => {
    const file = new SmallFile(path)
    file.mtime = toMtime(changedAt)
    zip.add(file)
    file.push(encoder.encode(text), true)
  }

  const { folders, uniqueIn } = placeFolders(library.folders)
  if (folders.length > 0) {
    uniqueIn('')(foldersFile)
    add(foldersFile, writeFolders(folders))
  }
  const paths = new Map(folders.map(({ id, path }) => [id, path]))
  for (const [at, prompt] of library.prompts.entries()) {
    const folder = paths.get(prompt.folderId ?? '') ?? ''
    const name = uniqueIn(folder)(toFileName(prompt.name), '.md')
    add(joined(folder, name), writePrompt(prompt), prompt.updatedAt)
    yield* pieces.splice(0)
    onProgress((at + 1) / library.prompts.length)
  }
  zip.end()
  yield* pieces
}

/** Deflates a file in one call. A stream for each file would allocate buffers and take six times as long. */
class SmallFile extends ZipPassThrough {
  override compression = 8

  protected override process(bytes: Uint8Array, isLast: boolean): void {
    this.ondata(null, deflateSync(bytes), isLast)
  }
}

/** Assigns each folder a path, at the top level if it would be too long below its parent. */
function placeFolders(given: readonly FileFolder[]) {
  const names = new Map<string, (name: string, ending?: string) => string>()
  const uniqueIn = (path: string) => {
    const known = names.get(path) ?? uniqueNames()
    names.set(path, known)
    return known
  }
  const paths = new Map<string, string>()
  const ids = new Set(given.map(({ id }) => id))
  const inside = Map.groupBy(given, ({ parentId }) =>
    parentId !== null && ids.has(parentId) ? parentId : null,
  )
  const folders: (FileFolder & { path: string; parent: string | null })[] = []
  const waiting = [...(inside.get(null) ?? [])]
  // The list grows during the loop.
  for (const folder of waiting) {
    const parent = paths.get(folder.parentId ?? '') ?? null
    const isTooLong =
      parent !== null &&
      (parent.length > longestPath || parent.split('/').length >= readLimits.depth)
    const place = isTooLong ? '' : (parent ?? '')
    const path = joined(place, uniqueIn(place)(toFileName(folder.name)))
    paths.set(folder.id, path)
    folders.push({ ...folder, path, parent })
    waiting.push(...(inside.get(folder.id) ?? []))
  }
  return { folders, uniqueIn }
}

function joined(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

/** Returns a date that a ZIP can store: from 1980 to 2099. */
function toMtime(moment: string | undefined): Date {
  const date = new Date(moment ?? '')
  const year = date.getFullYear()
  return year >= 1980 && year <= 2099 ? date : new Date(1980, 0, 1)
}
