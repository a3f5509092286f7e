import { writeFileSync } from 'node:fs'

type Options = { mode?: number; flush?: boolean }

/** Writes a new file. @throws Error that names it, unlike the system's error of a full disk; with `EEXIST` if there is anything */
export function writeNewFile(file: string, text: string, options: Options = {}): void {
  try {
    writeFileSync(file, text, { ...options, flag: 'wx' })
  } catch (error) {
    throw Object.assign(error as Error, { path: file })
  }
}
