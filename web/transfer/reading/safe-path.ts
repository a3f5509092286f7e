import { readLimits } from './limits.ts'

/** Control characters, and characters that change the direction of text. */
const hiddenCharacters = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu
const drive = /^[A-Za-z]:(?=[\\/])/

export type SafePath = {
  /** Folders and name separated by `/`, in NFC. Empty if nothing is left. */
  path: string
  /** The original was absolute or left its directory. */
  wasUnsafe: boolean
  wasTooDeep: boolean
}

/** Makes a path of any operating system relative, and keeps it inside the dropped folder or ZIP. */
export function safePath(given: string): SafePath {
  const slashes = given.replaceAll('\\', '/')
  const parts = slashes.replace(drive, '').split('/')
  const kept = parts
    .map((part) => part.toWellFormed().replaceAll(hiddenCharacters, '').trim().normalize('NFC'))
    .filter((part) => part !== '' && part !== '.' && part !== '..')
  const name = kept.at(-1) ?? ''
  const folders = kept.slice(0, -1)
  const shallow = folders.slice(0, readLimits.depth)
  return {
    path: [...shallow, name].join('/'),
    wasUnsafe: drive.test(slashes) || slashes.startsWith('/') || parts.includes('..'),
    wasTooDeep: shallow.length < folders.length,
  }
}
