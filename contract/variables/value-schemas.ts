import * as z from 'zod/mini'
import { storable } from '#contract/core/schemas.ts'

/** A variable's name and what it is filled in with. */
export const Value = z.object({
  name: z.string().check(storable),
  value: z.string().check(storable),
})
export type Value = z.output<typeof Value>

/** Values that are kept with a prompt under a name. */
export const ValueSet = z.object({ name: z.string(), values: z.array(Value) })
export type ValueSet = z.output<typeof ValueSet>
