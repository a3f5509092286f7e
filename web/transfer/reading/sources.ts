import { isHidden } from '#contract/transfer/markdown/file-names.ts'
import { readLimits } from './limits.ts'
import type { Source } from './reading.ts'

/** Lists the files of an `<input type="file">`, with or without `webkitdirectory`. */
export function sourcesOf(files: Iterable<File>): Source[] {
  return Array.from(files, (file) => ({ path: file.webkitRelativePath || file.name, file }))
}

/** Wraps text from the clipboard in a file. */
export function pastedSource(text: string): Source {
  return { path: 'clipboard.txt', file: new File([text], 'clipboard.txt', { type: 'text/plain' }) }
}

/**
 * Lists dropped files, including those in directories. Call it within the event, since the browser clears the items
 * afterwards. Stops above the limit on files.
 */
export function droppedSources(transfer: DataTransfer): Promise<Source[]> {
  const entries = Array.from(transfer.items).flatMap((item) => item.webkitGetAsEntry() ?? [])
  return listFiles(entries)
}

async function listFiles(entries: readonly FileSystemEntry[]): Promise<Source[]> {
  const sources: Source[] = []
  const waiting = [...entries]
  // The list grows during the loop.
  for (const entry of waiting) {
    if (sources.length > readLimits.files) break
    if (isFile(entry)) sources.push({ path: entry.fullPath.slice(1), file: await fileOf(entry) })
    else if (isDirectory(entry) && !isHidden(entry.name)) {
      for (const child of await childrenOf(entry)) waiting.push(child)
    }
  }
  return sources
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

/** Returns an empty file for one that is gone or unreadable, so that the others are still read. */
function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve) => entry.file(resolve, () => resolve(new File([], entry.name))))
}

/** Reads all entries, as a directory reader returns only about a hundred per call. */
async function childrenOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader()
  const children: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    )
    if (some.length === 0) return children
    children.push(...some)
  }
}
