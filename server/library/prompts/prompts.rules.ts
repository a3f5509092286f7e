import { kindOf } from '#contract/variables/kinds.ts'
import {
  countedFields,
  wholeFields,
  type Prompt,
  type PromptCard,
} from '#contract/library/prompts.ts'
import type { Value, ValueSet } from '#contract/variables/value-schemas.ts'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import { variableNames } from '#contract/variables/variables.ts'
import type { Actor } from '#server/core/actor.ts'
import { ApiError } from '#server/core/api-error.ts'
import { fromJson, toJson } from '#server/db/json-column.ts'
import { toSortKey } from '#contract/library/sort-key.ts'
import { toPreview } from '#server/library/prompts/preview.rules.ts'
import { columnOf } from '#server/db/schema/prompts.table.ts'

type Preview = Pick<PromptCard, 'preview' | 'variableCount'>
type Previewed = { name: string; body: string; variables: string | null }

/** Derives a card's fields from a body. `variables` is the stored JSON of the settings. */
export function derivePreview({ name, body, variables }: Previewed): Preview {
  const literals = new Set(
    fromJson<VariableSetting>(variables)
      .filter((setting) => kindOf(setting) === 'literal')
      .map(({ name }) => name),
  )
  const names = variableNames(body).filter((name) => !literals.has(name))
  return { preview: toPreview(body, name, literals), variableCount: names.length }
}

/** Returns the storage that a prompt uses, in bytes of UTF-8. */
export function bytesOf(prompt: Partial<Prompt>): number {
  return countedFields
    .map((field) => Buffer.byteLength(toColumn(prompt[field]) ?? ''))
    .reduce((sum, bytes) => sum + bytes)
}

/** Converts a field's value to its column's. */
export function toColumn<Value>(value: Value): ColumnValue<Value> {
  return (Array.isArray(value) ? toJson(value) : value) as ColumnValue<Value>
}

type ColumnValue<Value> = Value extends readonly unknown[] ? string | null : Value
type FieldColumns = {
  [Field in keyof Prompt as (typeof columnOf)[Field]]: ColumnValue<Prompt[Field]>
}

type StoredLists = { variables: string | null; valueSets: string | null; lastValues: string | null }
/** A row whose lists are still JSON. */
export type PromptRow<Row extends Pick<Prompt, keyof StoredLists>> = Omit<Row, keyof StoredLists> &
  StoredLists

export function toPrompt<Row extends StoredLists>(row: Row) {
  return {
    ...row,
    variables: fromJson<VariableSetting>(row.variables),
    valueSets: fromJson<ValueSet>(row.valueSets),
    lastValues: fromJson<Value>(row.lastValues),
  }
}

/** Returns a prompt's columns without the derived ones. */
export function toFieldColumns(prompt: Prompt): FieldColumns {
  const fields = wholeFields.map((field) => [columnOf[field], toColumn(prompt[field])])
  return Object.fromEntries(fields) as FieldColumns
}

/** Reverses `toFieldColumns`. */
export function fromFieldColumns(row: FieldColumns): Prompt {
  const fields = wholeFields.map((field) => [field, row[columnOf[field]]])
  return toPrompt(Object.fromEntries(fields) as PromptRow<Prompt>)
}

/** Returns all columns of a prompt except those that never change: its keys and `created_at`. */
export function toPromptColumns(prompt: Prompt) {
  const { preview, variableCount } = derivePreview({
    name: prompt.name,
    body: prompt.prompt,
    variables: toJson(prompt.variables),
  })
  return {
    ...toFieldColumns(prompt),
    preview,
    variable_count: variableCount,
    sort_key: toSortKey(prompt.name),
  }
}

/**
 * Refuses a new short name to an actor with a root folder: whether one is free reveals prompts outside that folder.
 *
 * @throws ApiError `short_name_out_of_reach`
 */
export function checkMaySet(
  { root }: Actor,
  shortName: string | null | undefined,
  former?: Prompt,
): void {
  if (root === undefined || shortName == null || shortName === former?.shortName) return
  throw new ApiError('short_name_out_of_reach')
}
