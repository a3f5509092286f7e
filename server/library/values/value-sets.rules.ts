import { limits } from '#contract/core/limits.ts'
import type { Prompt } from '#contract/library/prompts.ts'
import { renameValues, type Rename } from '#contract/variables/renames.ts'
import type { Value, ValueSet } from '#contract/variables/value-schemas.ts'
import { ApiError } from '#server/core/api-error.ts'
import { checkUnchanged } from '#server/core/check-unchanged.ts'

/**
 * The prompt with a value set added, or replaced if it has one of that name. `former`: the values that the caller
 * expects to replace; null for none, undefined for any.
 *
 * @throws ApiError `value_set_limit_reached`, `values_too_long`, `changed_elsewhere`
 */
export function withValueSet(prompt: Prompt, set: ValueSet, former?: Value[] | null): Prompt {
  checkUnchanged(valuesOf(prompt, set.name), former, set.values)
  const isFormer = (other: ValueSet) => other.name === set.name
  const valueSets = prompt.valueSets.some(isFormer)
    ? prompt.valueSets.map((other) => (isFormer(other) ? set : other))
    : [...prompt.valueSets, set]
  if (valueSets.length > limits.valueSets) throw new ApiError('value_set_limit_reached')
  if (JSON.stringify(valueSets).length > limits.valueSetsLength) {
    throw new ApiError('values_too_long')
  }
  return { ...prompt, valueSets }
}

/** @throws ApiError `changed_elsewhere` */
export function withoutValueSet(prompt: Prompt, name: string, former?: Value[] | null): Prompt {
  checkUnchanged(valuesOf(prompt, name), former, null)
  return { ...prompt, valueSets: prompt.valueSets.filter((set) => set.name !== name) }
}

/**
 * Applies renames of variables to value sets.
 *
 * @throws ApiError `values_too_long`
 */
export function withRenames(sets: ValueSet[], renames: readonly Rename[]): ValueSet[] {
  if (renames.length === 0 || sets.length === 0) return sets
  const renamed = sets.map((set) => ({ ...set, values: renameValues(set.values, renames) }))
  // Before the sets are serialised: renaming may make a thousand values a thousand times as long.
  const length = renamed
    .flatMap(({ values }) => values)
    .reduce((sum, { name, value }) => sum + name.length + value.length, 0)
  if (length > limits.valueSetsLength) throw new ApiError('values_too_long')
  return renamed
}

function valuesOf({ valueSets }: Prompt, name: string): Value[] | null {
  return valueSets.find((set) => set.name === name)?.values ?? null
}
