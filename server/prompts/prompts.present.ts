import type { FolderCrumb } from '#contract/folders.ts'
import type { Prompt, PromptCard, SearchResult } from '#contract/prompts.ts'
import type { PromptCardRow, PromptRow, StoredPromptRow } from '#server/prompts/prompts.queries.ts'

type PromptHit = SearchResult['prompts'][number]

export function toPromptCard(row: PromptCardRow): PromptCard {
  return {
    id: row.id,
    name: row.name,
    color: row.color,
    isPublic: row.is_public,
    preview: row.preview,
    variableCount: row.variable_count,
    updatedAt: row.updated_at,
  }
}

export function toPromptHit(row: PromptCardRow, folderPath: FolderCrumb[]): PromptHit {
  return { ...toPromptCard(row), folderPath }
}

export function toPrompt(row: PromptRow): Prompt {
  return {
    id: row.id,
    name: row.name,
    color: row.color,
    notes: row.notes,
    isPublic: row.is_public,
    prompt: row.body,
    folderId: row.folder_id,
    updatedAt: row.updated_at,
  }
}

/** A prompt with all that is kept of it. */
export function toStoredPrompt(row: StoredPromptRow) {
  return { ...toPrompt(row), createdAt: row.created_at }
}
