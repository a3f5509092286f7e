import { writeFileSync } from 'node:fs'

type Options = { mode?: number; flush?: boolean }

/**
 * Writes a new file. @throws Error that names it, unlike the system's error for a full disk; with `EEXIST` if the path
 * exists
 */
export function writeNewFile(file: string, text: string, options: Options = {}): void {
  try {
    writeFileSync(file, text, { ...options, flag: 'wx' })
  } catch (error) {
    throw Object.assign(error as Error, { path: file })
  }
}
