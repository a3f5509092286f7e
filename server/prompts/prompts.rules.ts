import { toSortKey } from '#server/library/sort-key.rules.ts'

/** What the form of a prompt holds, checked. */
export type PromptText = {
  name: string
  color: string
  notes?: string | null | undefined
  prompt: string
}

/** The columns that follow from what the form holds. */
export function toPromptColumns(text: PromptText) {
  return {
    name: text.name,
    sort_key: toSortKey(text.name),
    color: text.color,
    notes: text.notes ?? null,
    body: text.prompt,
  }
}
