export const megabyte = 1024 * 1024

/** What one import may have. */
export const readLimits = {
  files: 100_000,
  /** Of a file, unpacked. */
  fileBytes: 100 * megabyte,
  /** Of a JSON file, which may be a whole library. */
  jsonBytes: 250 * megabyte,
  /** Of all files together, unpacked. */
  bytes: 250 * megabyte,
  /** What unpacks to more than this many times its size is a bomb. Texts come to a hundred at most. */
  ratio: 250,
  /** Below this, nothing is a bomb. */
  harmlessBytes: 10 * megabyte,
  /** Folders in folders; what is deeper goes into the innermost of them. */
  depth: 20,
  prompts: 200_000,
  problems: 200,
} as const

/** What operating systems and tools keep beside files. */
export function isHidden(name: string): boolean {
  return /^(?:\.git|\.obsidian|\.trash|\.vscode|\.DS_Store|\._.*|__MACOSX|node_modules|Thumbs\.db|desktop\.ini)$/.test(
    name,
  )
}
