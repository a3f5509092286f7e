import type { FileFolder, LibraryFile } from '#contract/transfer/library-file.ts'
import type { WrittenFile } from '#web/transfer/formats/write-zip.ts'
import { readLimits } from '#web/transfer/reading/limits.ts'
import { toFileName, uniqueNames } from '#contract/transfer/markdown/file-names.ts'
import { foldersFile, writeFolders, writePrompt } from './own-markdown.ts'

/** Windows allows 260 characters for a whole path. */
const longestPath = 150

/** Writes a directory for each folder and a Markdown file for each prompt. Leaves out versions and the trash. */
export function* writeMarkdown(
  library: Pick<LibraryFile, 'folders' | 'prompts'>,
  onProgress: (share: number) => void = () => {},
): Generator<WrittenFile> {
  const { folders, uniqueIn } = placeFolders(library.folders)
  if (folders.length > 0) {
    uniqueIn('')(foldersFile)
    yield { path: foldersFile, text: writeFolders(folders) }
  }
  const paths = new Map(folders.map(({ id, path }) => [id, path]))
  for (const [at, prompt] of library.prompts.entries()) {
    const folder = paths.get(prompt.folderId ?? '') ?? ''
    const name = uniqueIn(folder)(toFileName(prompt.name), '.md')
    yield {
      path: joined(folder, name),
      text: writePrompt(prompt),
      changedAt: prompt.updatedAt,
    }
    onProgress((at + 1) / library.prompts.length)
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
