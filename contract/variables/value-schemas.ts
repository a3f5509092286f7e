import * as z from 'zod/mini'
import type { ErrorCode } from '#contract/core/errors.ts'
import { code, storable } from '#contract/core/schemas.ts'
import { limits } from '#contract/limits.ts'

const Text = z
  .string()
  .check(storable, z.maxLength(limits.valueSetsLength, code('values_too_long')))

/** A variable's name and what it is filled in with. */
export const Value = z.object({
  name: Text,
  value: Text,
})
export type Value = z.output<typeof Value>

/** Values that are kept with a prompt under a name. */
export const ValueSet = z.object({ name: z.string(), values: z.array(Value) })
export type ValueSet = z.output<typeof ValueSet>

/** Values that a client sends, by the most characters of their JSON, in which each takes more than 20. */
export function valuesOf(
  maxLength: number,
  tooLong: ErrorCode = 'values_too_long',
  item: z.ZodMiniType<Value> = Value,
) {
  return z.array(item, code('invalid_request')).check(
    z.maxLength(maxLength / 20, { error: code(tooLong), abort: true }),
    z.refine((values) => JSON.stringify(values).length <= maxLength, {
      error: code(tooLong),
      abort: true,
    }),
  )
}
