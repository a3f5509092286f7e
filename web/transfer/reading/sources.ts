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
  for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
    if (sources.length > readLimits.files) break
    if (isFile(entry)) sources.push({ path: entry.fullPath.slice(1), file: await fileOf(entry) })
    else if (isDirectory(entry) && !isHidden(entry.name)) waiting.push(...(await childrenOf(entry)))
  }
  return sources
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

/** A reader gives about a hundred at a time. */
async function childrenOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader()
  const children: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return children
    children.push(...some)
  }
}
