import type { Folder } from '#contract/library/folders.ts'
import type { FolderRow, StoredFolderRow } from '#server/library/folders/folders.queries.ts'

export function toFolder(row: FolderRow): Folder {
  return {
    id: row.id,
    name: row.name,
    color: row.color,
    isFavourite: row.is_favourite,
    promptCount: row.prompt_count,
    folderCount: row.folder_count,
  }
}

/** Maps a folder to its form in downloads and exports. */
export function toStoredFolder(row: StoredFolderRow) {
  return {
    id: row.id,
    parentId: row.parent_id,
    name: row.name,
    color: row.color,
    isFavourite: row.is_favourite,
    createdAt: row.created_at,
  }
}
