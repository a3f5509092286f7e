const megabyte = 1024 * 1024

/** What one import may have. */
export const readLimits = {
  files: 100_000,
  /** Of a file, unpacked. */
  fileBytes: 100 * megabyte,
  /** Of our own JSON, which is read piece by piece. */
  ownFileBytes: 400 * megabyte,
  /** Of all files together, unpacked. */
  bytes: 400 * megabyte,
  /** A ZIP that holds more than this many times its own size is a bomb. */
  ratio: 200,
  /** Folders in folders; what is deeper goes into the innermost of them. */
  depth: 20,
  prompts: 200_000,
  problems: 200,
} as const

/** What operating systems and version control keep beside files. */
export function isHidden(name: string): boolean {
  return /^(?:\.git|\.obsidian|\.trash|\.DS_Store|__MACOSX|node_modules)$/.test(name)
}
