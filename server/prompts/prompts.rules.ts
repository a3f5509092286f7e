import { wholeFields, type Prompt, type PromptCard } from '#contract/prompts.ts'
import { variableNames } from '#contract/variables.ts'
import { toSortKey } from '#server/entries/sort-key.rules.ts'
import { toPreview } from '#server/prompts/preview.rules.ts'
import { columnOf } from '#server/prompts/prompts.table.ts'

type Preview = Pick<PromptCard, 'preview' | 'variableCount'>

/** What a card shows of a body. */
export function derivePreview(body: string): Preview {
  return { preview: toPreview(body), variableCount: variableNames(body).length }
}

/** The columns that keep a preview. */
export function toPreviewColumns({ preview, variableCount }: Preview, updatedAt: string) {
  return { preview, variable_count: variableCount, previewed_at: updatedAt }
}

/** The bytes that a prompt takes of an account's storage: its name, notes and body in UTF-8. */
export function bytesOf(prompt: Pick<Prompt, 'name' | 'notes' | 'prompt'>): number {
  return [prompt.name, prompt.notes ?? '', prompt.prompt]
    .map((text) => Buffer.byteLength(text))
    .reduce((sum, bytes) => sum + bytes)
}

type FieldColumns = { [Field in keyof Prompt as (typeof columnOf)[Field]]: Prompt[Field] }

/** All columns of a prompt but those that it gets once: its keys and `created_at`. */
export function toPromptColumns(prompt: Prompt) {
  const preview = derivePreview(prompt.prompt)
  const fields = wholeFields.map((field) => [columnOf[field], prompt[field]])
  return {
    ...(Object.fromEntries(fields) as FieldColumns),
    ...toPreviewColumns(preview, prompt.updatedAt),
    sort_key: toSortKey(prompt.name),
    card: toFormerCard(prompt, preview),
  }
}

/** A card as servers of the release before send it, unread. */
function toFormerCard(prompt: Prompt, { preview, variableCount }: Preview): string {
  const { id, name, color, isPublic, updatedAt } = prompt
  return JSON.stringify({ id, name, color, isPublic, preview, variableCount, updatedAt })
}
