import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The files of a browser's profile that contain a text. */
export async function filesWith(profile: string, text: string): Promise<string[]> {
  const patterns = (['utf8', 'utf16le'] as const).map((encoding) => Buffer.from(text, encoding))
  const names = await readdir(profile, { recursive: true })
  const found: string[] = []
  for (const name of names) {
    // Directories, and files that the browser has just deleted.
    const bytes = await readFile(join(profile, name)).catch(() => Buffer.of())
    if (patterns.some((pattern) => bytes.includes(pattern))) found.push(name)
  }
  return found
}
