import type { Folder, FolderCrumb } from '#contract/folders.ts'
import type { FolderRow } from '#server/folders/folders.queries.ts'

export function toFolder(row: FolderRow): Folder {
  return {
    id: row.id,
    name: row.name,
    color: row.color,
    promptCount: row.prompt_count,
    folderCount: row.folder_count,
  }
}

export function toFolderHit(
  row: FolderRow,
  folderPath: FolderCrumb[],
): Folder & { folderPath: FolderCrumb[] } {
  return { ...toFolder(row), folderPath }
}
