export const megabyte = 1024 * 1024

/** Limits of one import. */
export const readLimits = {
  files: 100_000,
  /** Largest file, unpacked. */
  fileBytes: 100 * megabyte,
  /** Largest JSON file, which may be a whole library. */
  jsonBytes: 250 * megabyte,
  /** All files together, unpacked. */
  bytes: 250 * megabyte,
  /** Compression ratio above which an entry is a ZIP bomb. Text reaches 100 at most. */
  ratio: 250,
  /** Entries that unpack to less are never treated as a bomb. */
  harmlessBytes: 10 * megabyte,
  /** Nesting of folders. Deeper files go into the deepest folder allowed. */
  depth: 20,
  prompts: 200_000,
  problems: 200,
} as const
