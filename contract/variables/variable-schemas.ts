import * as z from 'zod/mini'
import { code, storable } from '#contract/core/schemas.ts'
import { limits } from '#contract/core/limits.ts'

const ShortText = z
  .string()
  .check(storable, z.maxLength(limits.variableLabelLength, code('label_too_long')))
const Text = z
  .string()
  .check(storable, z.maxLength(limits.variableTextLength, code('variable_text_too_long')))

const Option = z.looseObject({ value: Text, label: z.optional(ShortText) })

/**
 * The settings of one variable. Clients preserve unknown kinds and fields, which a later release may have added.
 */
export const VariableSetting = z.looseObject({
  name: Text.check(z.minLength(1, { abort: true })),
  kind: ShortText,
  /** A sentence that explains what to fill in. */
  help: z.optional(Text),
  /** For a date, ISO 8601 or `today` (if missing); for a switch, `on` or `off` (if missing); otherwise any text. */
  default: z.optional(Text),
  options: z.optional(
    z.array(Option).check(z.maxLength(limits.variableOptions, code('too_many_options'))),
  ),
  /** For a choice: whether any other text may be typed. */
  open: z.optional(z.boolean()),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  step: z.optional(z.number().check(z.positive())),
  /** For a switch: the texts for on and off. */
  on: z.optional(Text),
  off: z.optional(Text),
  /** For a date: its format; the long format of the reader's language if missing. */
  format: z.optional(ShortText),
  required: z.optional(z.boolean()),
  /** `braces`, the default: an empty variable is copied with its braces. `nothing`: it is left out. */
  whenEmpty: z.optional(ShortText),
})
export type VariableSetting = z.output<typeof VariableSetting>

/** A variable's previous and current name. */
const VariableRename = z.object({ from: Text, to: Text })
export const VariableRenames = z
  .array(VariableRename, code('invalid_request'))
  .check(z.maxLength(limits.variableRenames, code('invalid_request')))

/** The settings of a prompt's variables, as clients send them. */
export const VariableSettings = z.array(VariableSetting, code('invalid_request')).check(
  // Each has more than 20 characters in JSON.
  z.maxLength(limits.variableSettingsLength / 20, code('variables_too_long')),
  z.refine(
    (settings) => JSON.stringify(settings).length <= limits.variableSettingsLength,
    code('variables_too_long'),
  ),
)
