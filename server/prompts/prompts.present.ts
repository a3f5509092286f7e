import type { FolderCrumb } from '#contract/folders.ts'
import type { Prompt, PromptCard, SearchResult } from '#contract/prompts.ts'
import { variableNames } from '#contract/variables.ts'
import { toPreview } from '#server/prompts/preview.rules.ts'
import type { PromptRow, StoredPromptRow } from '#server/prompts/prompts.queries.ts'

type PromptHit = SearchResult['prompts'][number]

type CardFields = Pick<PromptRow, 'id' | 'name' | 'color' | 'is_public' | 'updated_at' | 'body'>

/** A prompt's card as it is stored, and sent. */
export function toCardJson(row: CardFields): string {
  const card: PromptCard = {
    id: row.id,
    name: row.name,
    color: row.color,
    isPublic: row.is_public,
    preview: toPreview(row.body),
    variableCount: variableNames(row.body).length,
    updatedAt: row.updated_at,
  }
  return JSON.stringify(card)
}

export function toPromptHit(cardJson: string, folderPath: FolderCrumb[]): PromptHit {
  return { ...(JSON.parse(cardJson) as PromptCard), folderPath }
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
