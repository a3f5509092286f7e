import { limits } from '#contract/core/limits.ts'
import type { TrashItem } from '#contract/library/trash.ts'
import type { TrashRow } from '#server/library/trash/trash.queries.ts'

const dayMs = 24 * 60 * 60_000

export function toTrashItem(row: TrashRow): TrashItem {
  return {
    id: row.id,
    name: row.name,
    color: row.color,
    folderCount: row.folders,
    promptCount: row.prompts,
    deletedAt: new Date(row.deleted_at).toISOString(),
    erasedAt: new Date(row.deleted_at + limits.trashDays * dayMs).toISOString(),
    ...(row.restoring_at !== null && { isRestoring: true }),
  }
}
