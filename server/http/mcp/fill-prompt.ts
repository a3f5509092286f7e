import { cutTo, limits } from '#contract/core/limits.ts'
import type { Prompt } from '#contract/library/prompts.ts'
import type { Value } from '#contract/variables/value-schemas.ts'
import { acceptedBy, fillIn, textOf } from '#contract/variables/fill-in.ts'
import { inputsOf, missingInputs, type Input } from '#contract/variables/inputs.ts'
import { kindOf, type Writing } from '#contract/variables/kinds.ts'
import { ownValuesFrom } from '#contract/variables/fill-in.ts'
import { settingsByName } from '#contract/variables/variable-settings.ts'
import { parse } from '#contract/variables/variables.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Caller } from '#server/http/mcp/make-caller.ts'
import { hasTooManyBraces, optionLabels, readArgument } from '#server/http/mcp/inputs.rules.ts'

/** A prompt with the known values of its variables. */
export type Filling = {
  prompt: Prompt
  inputs: readonly Input[]
  /** By variable name. */
  values: Map<string, string>
  writing: Writing
}

/**
 * Starts filling in a prompt, with the account's own values if the caller may read them, like the product's own dialog.
 *
 * @throws ApiError those of the calls; `invalid_request` if there are more braces than are filled in
 */
export async function beginFilling(caller: Caller, prompt: Prompt): Promise<Filling> {
  if (hasTooManyBraces(prompt))
    throw refuse('This prompt has too many variables to fill in here. Read it with fetch.')
  const { locale, services } = caller
  const writing = { locale, today: new Date(services.now()).toISOString().slice(0, 10) }
  const inputs = inputsOf(prompt)
  const findOwn = ownValuesFrom(await listOwnValues(caller))
  const values = new Map<string, string>()
  for (const { name, setting } of inputs) {
    const text = findOwn(name)
    const value = text === undefined ? undefined : acceptedBy(setting, text, locale)
    if (value !== undefined) values.set(name, value)
  }
  return { prompt, inputs, values, writing }
}

/** A prompt in which some variables, by argument or name, take any text. */
export function withoutSettings(prompt: Prompt, keys: ReadonlySet<string>): Prompt {
  if (keys.size === 0) return prompt
  const names = new Set(
    inputsOf(prompt)
      .filter(({ name, argument }) => keys.has(name) || keys.has(argument))
      .map(({ name }) => name),
  )
  return { ...prompt, variables: prompt.variables.filter(({ name }) => !names.has(name)) }
}

/** The account's own values; none for a caller with a root folder, who may not make the call. */
export async function listOwnValues({ actor, call }: Caller): Promise<Value[]> {
  return actor.root === undefined ? (await call('getMyValues', {})).values : []
}

/**
 * Reads values by argument or by the variable's name, in any case.
 *
 * @throws ApiError `invalid_request` with a sentence about the invalid value
 */
export function takeValues(filling: Filling, given: Readonly<Record<string, unknown>>): void {
  const { inputs, values, writing } = filling
  const known = new Map([
    ...inputs.map((input) => [input.name, input] as const),
    ...inputs.map((input) => [input.argument, input] as const),
  ])
  const folded = new Map([...known].map(([key, input]) => [key.toLowerCase(), input]))
  for (const [key, text] of Object.entries(given)) {
    if (text === undefined || text === null) continue
    const input = known.get(key) ?? folded.get(key.toLowerCase())
    if (input === undefined) throw refuse(`${sayUnknown(key)} ${sayArguments(inputs)}`)
    const read = readArgument(input, toText(text), writing.today)
    if ('problem' in read) throw refuse(read.problem)
    values.set(input.name, read.value)
  }
}

function toText(given: unknown): string {
  return typeof given === 'string' ? given : JSON.stringify(given)
}

function sayUnknown(key: string): string {
  return `There is no argument ${JSON.stringify(key.slice(0, 100))}.`
}

function sayArguments(inputs: readonly Input[]): string {
  if (inputs.length === 0) return 'This prompt takes none.'
  return `The arguments are: ${list(inputs.map(({ argument }) => argument))}.`
}

/** The number of names in one sentence, and of characters in each. */
const mostNamed = 50
const longestName = 100

function list(names: readonly string[]): string {
  return names.slice(0, mostNamed).join(', ') + (names.length > mostNamed ? ', …' : '')
}

export function refuse(message: string): ApiError {
  return new ApiError('invalid_request', { message })
}

/** The variables that are still empty and would be copied with their braces. */
export function findMissing({ inputs, values, writing }: Filling): Input[] {
  return missingInputs(inputs, values, writing.today)
}

/**
 * The text with the known values. Missing values stay in braces, and a last line asks for them.
 *
 * @throws ApiError `run_text_too_long`
 */
export function finish(filling: Filling): string {
  const { prompt, values, writing } = filling
  checkLength(filling)
  const text = fillIn(prompt.prompt, values, prompt.variables, writing)
  const missing = findMissing(filling)
  if (missing.length === 0) return text
  const asked = missing.slice(0, mostNamed + 1).map(({ name, setting }) => {
    const options = kindOf(setting) === 'choice' ? optionLabels(setting) : []
    const word = cutTo(name, longestName)
    return options.length > 0 ? `${word} (${options.join(', ')})` : word
  })
  return `${text}\n\nFirst ask me for: ${list(asked)}.`
}

/** Before the text is built: a long value may fill in many variables of one name. */
function checkLength({ prompt, values, writing }: Filling): void {
  const settings = settingsByName(prompt.variables)
  const lengths = new Map<string, number>()
  let length = 0
  for (const segment of parse(prompt.prompt)) {
    if (segment.kind === 'text') {
      length += segment.source.length
    } else {
      const { name, source } = segment
      const added =
        lengths.get(name) ??
        (textOf(settings.get(name), values.get(name), writing) ?? source).length
      lengths.set(name, added)
      length += added
    }
    if (length > limits.runLength) throw new ApiError('run_text_too_long')
  }
}
