import * as z from 'zod/mini'
import { code, storable } from '#contract/core/schemas.ts'
import { limits } from '#contract/limits.ts'

const ShortText = z
  .string()
  .check(storable, z.maxLength(limits.variableLabelLength, code('label_too_long')))
const Text = z
  .string()
  .check(storable, z.maxLength(limits.variableTextLength, code('variable_text_too_long')))

const Option = z.looseObject({ value: Text, label: z.optional(ShortText) })

/**
 * The settings of one variable, by its name. A client keeps the kinds and fields that it does not know: they may be
 * of a later release.
 */
export const VariableSetting = z.looseObject({
  name: Text.check(z.minLength(1, { abort: true })),
  kind: ShortText,
  /** What to fill in, in a sentence. */
  help: z.optional(Text),
  /** A text; of a date, ISO 8601 or `today`, which it is without; of a switch, `on` or `off`, which it is without. */
  default: z.optional(Text),
  options: z.optional(
    z.array(Option).check(z.maxLength(limits.variableOptions, code('too_many_options'))),
  ),
  /** Of a choice: any other text may be typed. */
  open: z.optional(z.boolean()),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  step: z.optional(z.number().check(z.positive())),
  /** Of a switch: what is copied when it is on, or off. */
  on: z.optional(Text),
  off: z.optional(Text),
  /** Of a date: how it is written. Without it, as the reader's language does. */
  format: z.optional(ShortText),
  required: z.optional(z.boolean()),
  /** `braces`, the default: an empty variable is copied as written. `nothing`: it is left out. */
  whenEmpty: z.optional(ShortText),
})
export type VariableSetting = z.output<typeof VariableSetting>

/** A variable's former name, and the one that it has by now. */
const VariableRename = z.object({ from: Text, to: Text })
export const VariableRenames = z
  .array(VariableRename, code('invalid_request'))
  .check(z.maxLength(limits.variableRenames, code('invalid_request')))

/** The settings of a prompt's variables, as clients send them. */
export const VariableSettings = z.array(VariableSetting, code('invalid_request')).check(
  // In JSON, each takes more than 20 characters.
  z.maxLength(limits.variableSettingsLength / 20, code('variables_too_long')),
  z.refine(
    (settings) => JSON.stringify(settings).length <= limits.variableSettingsLength,
    code('variables_too_long'),
  ),
)
