import * as z from 'zod/mini'
import { defineCall } from '#contract/core/call.ts'
import { code, Id, Name, NoInput, Success } from '#contract/core/schemas.ts'
import { limits } from '#contract/limits.ts'
import { Value, valuesOf } from './value-schemas.ts'

export const valueCalls = {
  saveValueSet: defineCall({
    method: 'POST',
    path: 'prompts/save-value-set',
    access: 'library:write',
    effect: 'write',
    summary: 'Keeps values with a prompt under a name. Replaces the set of that name.',
    input: z.object({ promptId: Id, name: Name, values: valuesOf(limits.valueSetsLength) }),
    answer: Success,
    errors: ['not_found', 'value_set_limit_reached', 'values_too_long', 'storage_full'],
  }),
  deleteValueSet: defineCall({
    method: 'POST',
    path: 'prompts/delete-value-set',
    access: 'library:write',
    effect: 'write',
    summary: 'Deletes a set of values. One that is gone already counts as deleted.',
    input: z.object({ promptId: Id, name: z.string().check(z.maxLength(limits.nameLength)) }),
    answer: Success,
    errors: ['not_found'],
  }),
  getMyValues: defineCall({
    method: 'GET',
    path: 'my-values/get',
    access: 'library:read',
    effect: 'read',
    summary: 'What the account fills in for variables of certain names, in every prompt.',
    input: NoInput,
    answer: z.object({ values: z.array(Value) }),
    errors: [],
  }),
  setMyValues: defineCall({
    method: 'POST',
    path: 'my-values/set',
    access: 'library:write',
    effect: 'write',
    summary: "Replaces the account's own values.",
    input: z.object({
      values: valuesOf(limits.myValuesLength).check(
        z.maxLength(limits.myValues, code('values_too_long')),
      ),
    }),
    answer: Success,
    errors: [],
  }),
}
