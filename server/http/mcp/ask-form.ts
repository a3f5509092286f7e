import {
  inputRequired,
  inputResponse,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { defaultValue } from '#contract/variables/fill-in.ts'
import type { Input } from '#contract/variables/inputs.ts'
import { kindOf, kinds } from '#contract/variables/kinds.ts'
import type { Caller } from '#server/http/mcp/make-caller.ts'
import { optionLabels } from '#server/http/mcp/inputs.rules.ts'
import { findMissing, refuse, takeValues, type Filling } from '#server/http/mcp/fill-prompt.ts'

/** The key of the form in the client's input requests. */
const formKey = 'values'
/** How long the user may take to fill in the form. */
const formLifeMs = 10 * 60_000
/** The maximum number of fields in one form. The text asks for other missing values. */
const mostFields = 20
const textLength = 300
const optionsShown = 100

/** The client's capabilities and what it has sent, in a protocol revision with forms. */
export type Forms = Pick<ServerContext['mcpReq'], 'inputResponses' | 'requestState'>

/**
 * Asks for missing values once, using the client's form. Uses the values of an answered form. Returns undefined if
 * nothing is missing, or if the user has declined: missing values then stay in braces.
 *
 * @param given the values of the request, by argument or by name
 * @throws ApiError `invalid_request` for a form that this prompt and account did not request within 10 minutes, or with
 * invalid values
 */
export async function askForMissing(
  { actor, services }: Caller,
  filling: Filling,
  given: object,
  { inputResponses, requestState }: Forms,
): Promise<InputRequiredResult | undefined> {
  const { secrets } = services
  // The state can only be sealed with a key.
  if (secrets === undefined) return undefined
  const { prompt, inputs } = filling
  const boundTo = ['mcp-form', actor.userId, prompt.id]
  const state = requestState()
  if (state !== undefined) {
    const until = typeof state === 'string' ? await secrets.open(state, boundTo) : undefined
    if (until === undefined || Number(until) < services.now()) throw refuse('The form has expired.')
    const answer = inputResponse(inputResponses, formKey)
    if (answer.kind === 'elicit') {
      if (answer.action === 'accept') takeValues(filling, answer.content ?? {})
      return undefined
    }
  }
  if (findMissing(filling).length === 0) return undefined
  const asked = inputs
    .filter(({ argument, name }) => !Object.hasOwn(given, argument) && !Object.hasOwn(given, name))
    .slice(0, mostFields)
  return inputRequired({
    inputRequests: {
      [formKey]: inputRequired.elicit({
        message: `Fill in “${prompt.name}”.`,
        requestedSchema: toFormSchema(asked, filling),
      }),
    },
    requestState: await secrets.seal(String(services.now() + formLifeMs), boundTo),
  })
}

type FormSchema = Parameters<typeof inputRequired.elicit>[0]['requestedSchema']

/** The schema of a form: the kinds of variables in the protocol's types. */
function toFormSchema(inputs: readonly Input[], { values, writing }: Filling): FormSchema {
  const fields = inputs.map((input) => {
    const start = values.get(input.name) ?? defaultValue(input.setting, writing.today)
    return [input.argument, toField(input, start)] as const
  })
  const required = inputs.filter(({ setting }) => setting?.required === true)
  return {
    type: 'object',
    properties: Object.fromEntries(fields),
    required: required.map(({ argument }) => argument),
  } as FormSchema
}

function toField({ name, setting }: Input, start: string): object {
  const { help, options = [], open, min, max } = setting ?? {}
  const { fields, jsonSchema } = kinds[kindOf(setting)]
  const words = {
    title: name.slice(0, textLength),
    ...(help && { description: help.slice(0, textLength) }),
  }
  const known = start === '' || start.length > textLength ? {} : { default: start }
  const field = { ...jsonSchema, ...words }
  if (jsonSchema.type === 'boolean') return { ...field, default: start === 'on' }
  if (jsonSchema.type === 'number') {
    const number = Number(start)
    return {
      ...field,
      ...(min !== undefined && { minimum: min }),
      ...(max !== undefined && { maximum: max }),
      ...(start !== '' && Number.isFinite(number) && { default: number }),
    }
  }
  const isOffered = options.length > 0 && options.length <= optionsShown
  if (!fields.includes('options') || !isOffered) return { ...field, ...known }
  if (open) {
    const labels = `Such as: ${optionLabels(setting).join(', ')}.`
    const description = [help, labels].filter(Boolean).join(' ').slice(0, textLength)
    return { ...field, description, ...known }
  }
  const oneOf = options.map(({ value, label }) => ({ const: value, title: label ?? value }))
  return { ...field, oneOf, ...known }
}
