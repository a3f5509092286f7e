import * as z from 'zod/mini'
import { defineCall } from '#contract/core/call.ts'
import { code, Flag, Id, Name, NoInput, storable, Success } from '#contract/core/schemas.ts'
import { limits } from '#contract/core/limits.ts'
import { LastValues, Value, valuesOf } from './value-schemas.ts'
import { toVariableName } from './variables.ts'

const SetValues = valuesOf(limits.valueSetsLength, 'values_too_long')

/**
 * An optimistic lock: the set's values as they were read, null if there was no set. If they have changed since, the call
 * fails with `changed_elsewhere`. Missing: replaces any values.
 */
const FormerSet = z.optional(z.nullable(SetValues))

/** A value for every variable of its name. The name is normalised as in a body: trimmed, with single spaces. */
const OwnValue = z.extend(Value, {
  name: z.string().check(
    z.maxLength(limits.variableTextLength, {
      error: code('variable_text_too_long'),
      abort: true,
    }),
    storable,
    z.refine((name) => name.trim() !== '', { error: code('name_missing'), abort: true }),
    z.refine((name) => toVariableName(name) !== undefined, {
      error: code('variable_name_invalid'),
      abort: true,
    }),
    z.overwrite((name) => toVariableName(name) ?? name),
  ),
})

const MyValues = valuesOf(limits.myValuesLength, 'my_values_too_long', OwnValue).check(
  z.maxLength(limits.myValues, code('my_value_limit_reached')),
  z.refine(
    (values) => new Set(values.map(({ name }) => name)).size === values.length,
    code('value_named_twice'),
  ),
)

export const valueCalls = {
  saveValueSet: defineCall({
    method: 'POST',
    path: 'prompts/save-value-set',
    access: 'library:write',
    bodyBytes: limits.requestBytes,
    summary: 'Stores values with a prompt under a name. Replaces the set of that name.',
    input: z.object({ promptId: Id, name: Name, values: SetValues, former: FormerSet }),
    answer: Success,
    errors: [
      'not_found',
      'value_set_limit_reached',
      'values_too_long',
      'changed_elsewhere',
      'storage_full',
    ],
  }),
  deleteValueSet: defineCall({
    method: 'POST',
    path: 'prompts/delete-value-set',
    access: 'library:write',
    bodyBytes: limits.requestBytes,
    summary: 'Deletes a set of values. Succeeds if it does not exist.',
    input: z.object({
      promptId: Id,
      name: z.string().check(z.maxLength(limits.nameLength)),
      former: FormerSet,
    }),
    answer: Success,
    errors: ['not_found', 'changed_elsewhere'],
  }),
  getMyValues: defineCall({
    method: 'GET',
    path: 'my-values/get',
    access: 'library:read',
    summary: 'The account’s own values for variables of certain names, in every prompt.',
    input: NoInput,
    answer: z.object({
      values: z.array(Value),
      /** Whether the account keeps the values last copied with each prompt. */
      keepsLastValues: z._default(z.boolean(), false),
    }),
  }),
  listVariableNames: defineCall({
    method: 'GET',
    path: 'my-values/variables',
    access: 'library:read',
    summary: 'The names of the variables in the library, most used first. Case is ignored.',
    input: NoInput,
    answer: z.object({
      /** `prompts`: the number of prompts that have the variable. */
      names: z.array(z.object({ name: z.string(), prompts: z.number() })),
      /** True if the library is too large to be read as a whole: then only the newest prompts count. */
      isPartial: z.optional(z.boolean()),
    }),
  }),
  setMyValues: defineCall({
    method: 'POST',
    path: 'my-values/set',
    access: 'library:write',
    bodyBytes: limits.requestBytes,
    summary: "Replaces the account's own values.",
    input: z.object({
      values: MyValues,
      /** The values as they were read; fails with `changed_elsewhere` if they have changed since. */
      former: z.optional(valuesOf(limits.myValuesLength, 'my_values_too_long')),
    }),
    answer: Success,
    errors: ['changed_elsewhere'],
  }),
  keepLastValues: defineCall({
    method: 'POST',
    path: 'my-values/keep-last',
    access: 'account',
    summary:
      'Sets whether the account keeps the values last copied with each prompt. Switching it off deletes them.',
    input: z.object({
      keepsLastValues: Flag,
      /** Values that the client has stored so far. Those of unknown prompts are ignored. */
      lastValues: z._default(
        z
          .array(z.object({ promptId: Id, values: LastValues }))
          .check(z.maxLength(limits.lastValuesPrompts, code('invalid_request'))),
        [],
      ),
    }),
    // The values of many prompts.
    bodyBytes: limits.requestBytes,
    answer: Success,
    errors: ['storage_full'],
  }),
}
