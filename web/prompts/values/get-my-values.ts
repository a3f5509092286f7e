import { useQuery } from '@tanstack/react-query'
import type { Values } from '#contract/variables/fill-in.ts'
import { valueCalls } from '#contract/variables/values.ts'
import type { AnswerOf } from '#contract/core/call.ts'
import type { Value } from '#contract/variables/value-schemas.ts'
import { queryOf } from '#web/api/query-of.ts'

/**
 * Fetches the account's own values. Filling in never waits for them: they are fetched with the first prompt, then cached.
 */
export const myValuesQuery = {
  ...queryOf(valueCalls.getMyValues, {}, ['my-values']),
  staleTime: 60_000,
  gcTime: Infinity,
}

/** Selects them by name. A stable function: a new one would select again. */
export function myValuesByName({ values }: AnswerOf<typeof valueCalls.getMyValues>): Values {
  return byName(values)
}

/** Whether the account keeps the values last copied with each prompt; false until that is known. */
export function useKeepsInAccount(): boolean {
  return useQuery(myValuesQuery).data?.keepsLastValues ?? false
}

/** The names of the library's variables, for the form of own values. */
export const variableNamesQuery = {
  ...queryOf(valueCalls.listVariableNames, {}, ['prompts']),
  staleTime: 60_000,
}

/** Indexes values by the names of their variables. */
export function byName(values: readonly Value[]): Values {
  return new Map(values.map(({ name, value }) => [name, value]))
}

export function toList(values: Values): Value[] {
  return [...values].map(([name, value]) => ({ name, value }))
}
