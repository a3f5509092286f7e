import { limits } from '#contract/limits.ts'
import type { Prompt } from '#contract/prompts.ts'
import type { ValueSet } from '#contract/variables/value-schemas.ts'
import { ApiError } from '#server/core/api-error.ts'

/**
 * A prompt with a value set: in the place of the one of that name, else after the others.
 *
 * @throws ApiError `value_set_limit_reached`, `values_too_long`
 */
export function withValueSet(prompt: Prompt, set: ValueSet): Prompt {
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

export function withoutValueSet(prompt: Prompt, name: string): Prompt {
  return { ...prompt, valueSets: prompt.valueSets.filter((set) => set.name !== name) }
}
