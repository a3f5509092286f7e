import type { LibraryFile } from '#contract/transfer/library-file.ts'

export function emptyLibrary(): LibraryFile {
  return {
    folders: [],
    prompts: [],
    trash: [],
    trashedFolders: [],
    trashedPrompts: [],
    versions: [],
  }
}
