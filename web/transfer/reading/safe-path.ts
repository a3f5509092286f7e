import { readLimits } from './limits.ts'

/** No control characters, and none that change the direction of what follows. */
const hiddenCharacters = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu
const drive = /^[A-Za-z]:(?=[\\/])/

export type SafePath = {
  /** Folders and name with `/` between them, in NFC; empty where nothing is left. */
  path: string
  /** It would have led out of where it lies. */
  wasUnsafe: boolean
  wasTooDeep: boolean
}

/** A path within what was dropped or packed, whatever system it comes from. */
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
