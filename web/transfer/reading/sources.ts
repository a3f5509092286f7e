import { isHidden, readLimits } from './limits.ts'
import type { Source } from './reading.ts'

/** Files of an `<input type="file">`, with or without `webkitdirectory`. */
export function sourcesOf(files: Iterable<File>): Source[] {
  return Array.from(files, (file) => ({ path: file.webkitRelativePath || file.name, file }))
}

/** A text of the clipboard, as a file. */
export function pastedSource(text: string): Source {
  return { path: 'clipboard.txt', file: new File([text], 'clipboard.txt', { type: 'text/plain' }) }
}

/**
 * What was dropped: files, and those of directories. To be called within the event, for later the browser forgets
 * them. Stops at a number of files that no import may have.
 */
export function droppedSources(transfer: DataTransfer): Promise<Source[]> {
  const entries = Array.from(transfer.items).flatMap((item) => item.webkitGetAsEntry() ?? [])
  return listFiles(entries)
}

async function listFiles(entries: readonly FileSystemEntry[]): Promise<Source[]> {
  const sources: Source[] = []
  const waiting = [...entries]
  // It grows while it is read.
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

/** One that has gone, or may not be read, comes as an empty one, so that the others are read. */
function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve) => entry.file(resolve, () => resolve(new File([], entry.name))))
}

/** A reader gives about a hundred at a time. */
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
