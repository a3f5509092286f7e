import type { TrashItem } from '#contract/library/trash.ts'
import type { LibraryFile } from './library-file.ts'

/** Returns the file without trash items that the library already has: same name, deleted at the same time. */
export function withoutTrash(
  library: LibraryFile,
  items: readonly Pick<TrashItem, 'name' | 'deletedAt'>[],
): LibraryFile {
  const known = new Set(items.map(({ name, deletedAt }) => `${Date.parse(deletedAt)} ${name}`))
  const trash = library.trash.filter(
    ({ name, deletedAt }) => !known.has(`${Date.parse(deletedAt)} ${name.trim()}`),
  )
  const ids = new Set(trash.map(({ id }) => id))
  return {
    ...library,
    trash,
    trashedFolders: library.trashedFolders.filter(({ trashId }) => ids.has(trashId)),
    trashedPrompts: library.trashedPrompts.filter(({ trashId }) => ids.has(trashId)),
  }
}
