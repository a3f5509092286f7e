import { toSortKey } from '#server/library/sort-key.rules.ts'

/** What the form of a prompt holds, checked. */
export type PromptText = {
  name: string
  color: string
  notes?: string | null | undefined
  prompt: string
}

/** How much of what an account may store a prompt takes. */
export function bytesOf(prompt: { name: string; notes: string | null; body: string }): number {
  return [prompt.name, prompt.notes ?? '', prompt.body]
    .map((text) => Buffer.byteLength(text))
    .reduce((sum, bytes) => sum + bytes)
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
