import * as z from 'zod/mini'
import type { ErrorCode } from '#contract/core/errors.ts'
import { code, storable } from '#contract/core/schemas.ts'
import { limits } from '#contract/core/limits.ts'

const Text = z
  .string()
  .check(storable, z.maxLength(limits.valueSetsLength, code('values_too_long')))

/** A variable's name and its value. */
export const Value = z.object({
  name: Text,
  value: Text,
})
export type Value = z.output<typeof Value>

/** Named values stored with a prompt. */
export const ValueSet = z.object({ name: z.string(), values: z.array(Value) })
export type ValueSet = z.output<typeof ValueSet>

/** The schema of values in requests, limited by the length of their JSON, in which each has more than 20 characters. */
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

/** The values last copied with a prompt, in requests. */
export const LastValues = valuesOf(limits.lastValuesLength)
