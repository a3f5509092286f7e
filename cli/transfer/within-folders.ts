import { defaultColor } from '#contract/core/colors.ts'
import type { LibraryFile } from '#contract/transfer/library-file.ts'

const idOf = (at: number) => `new-folder-${at}`

/** Puts everything at the root of a library into new folders, each inside the previous one. */
export function withinFolders(library: LibraryFile, names: readonly string[]): LibraryFile {
  if (names.length === 0) return library
  const last = idOf(names.length - 1)
  const made = names.map((name, at) => ({
    id: idOf(at),
    parentId: at === 0 ? null : idOf(at - 1),
    name,
    color: defaultColor,
    isFavourite: 0 as const,
  }))
  return {
    ...library,
    folders: [
      ...made,
      ...library.folders.map((folder) => ({ ...folder, parentId: folder.parentId ?? last })),
    ],
    prompts: library.prompts.map((prompt) => ({ ...prompt, folderId: prompt.folderId ?? last })),
  }
}
