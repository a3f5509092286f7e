import { limits } from '#contract/limits.ts'
import type { Prompt } from '#contract/prompts.ts'
import type { TrashItem } from '#contract/trash.ts'
import { toPrompt } from '#server/prompts/prompts.rules.ts'
import type { TrashedPromptRow, TrashRow } from '#server/trash/trash.queries.ts'

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
  }
}

/** A prompt as it was before it was deleted. */
export function toTrashedPrompt(row: TrashedPromptRow): Prompt {
  return toPrompt({
    id: row.id,
    name: row.name,
    color: row.color,
    notes: row.notes,
    isPublic: row.is_public,
    isFavourite: row.is_favourite,
    usedAt: row.used_at,
    prompt: row.body,
    variables: row.variables,
    valueSets: row.value_sets,
    folderId: row.folder_id,
    updatedAt: row.updated_at,
  })
}
