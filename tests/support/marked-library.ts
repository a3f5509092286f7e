import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Occurs in every prompt. Compressed files contain it at least once in full. */
const marker = 'zinnoberrot'

const entries = Array.from({ length: 400 }, (_, at) => ({
  kind: 'prompt' as const,
  in: null,
  name: `Prompt ${at}`,
  // Browsers store long texts in separate files.
  prompt: Array.from(
    { length: at === 7 ? 5_000 : 50 },
    (_, line) => `${line} ${marker} ${at % 9 ? '' : '…'}`,
  ).join('\n'),
  notes: null,
  color: '4ECDC4',
}))

/** An import of a library whose texts can be found in files. */
export const markedImport = {
  attempt: 'a'.repeat(32),
  name: 'library.json',
  total: entries.length,
  entries,
  from: 0,
}

/** The files of a browser's profile that contain a text of this library. */
export async function filesWithText(profile: string): Promise<string[]> {
  const patterns = (['utf8', 'utf16le'] as const).map((encoding) => Buffer.from(marker, encoding))
  const names = await readdir(profile, { recursive: true })
  const found: string[] = []
  for (const name of names) {
    // Directories, and files that the browser has just deleted.
    const bytes = await readFile(join(profile, name)).catch(() => Buffer.of())
    if (patterns.some((pattern) => bytes.includes(pattern))) found.push(name)
  }
  return found
}
