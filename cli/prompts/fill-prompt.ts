import type { Client } from '#contract/core/client.ts'
import type { Prompt } from '#contract/library/prompts.ts'
import { acceptedBy, defaultValue, fillIn } from '#contract/variables/fill-in.ts'
import {
  findInput,
  inputsOf,
  missingInputs,
  readValue,
  type Input,
} from '#contract/variables/inputs.ts'
import { kindOf, type InputProblem, type Writing } from '#contract/variables/kinds.ts'
import { decimalMark, writeNumber } from '#contract/variables/numbers.ts'
import { ownValuesFrom } from '#contract/variables/fill-in.ts'
import { valueCalls } from '#contract/variables/values.ts'
import { UsageError } from '#cli/core/define-command.ts'
import { callIfAllowed } from '#cli/server/make-client.ts'
import { fillText, type Texts } from '#cli/core/texts.ts'

/** A prompt with the known values of its variables. */
export type Filling = {
  prompt: Prompt
  inputs: readonly Input[]
  /** By variable name. */
  values: Map<string, string>
  writing: Writing
  /** Text to append, since no variable accepts it. */
  appended: string
}

/** Looks up values by a variable's name. */
export type FindValue = (name: string) => string | undefined

/** The account's own values; none for a token of one folder, which may not make the call. */
export async function loadOwnValues(client: Client): Promise<FindValue> {
  const answer = await callIfAllowed(client, valueCalls.getMyValues, {})
  return ownValuesFrom(answer?.values ?? [])
}

/** Starts filling in a prompt, like the product's own dialog. */
export function beginFilling(prompt: Prompt, own: FindValue, locale: string): Filling {
  const filling: Filling = {
    prompt,
    inputs: inputsOf(prompt),
    values: new Map(),
    writing: { locale, today: today() },
    appended: '',
  }
  takeKnown(filling, own)
  return filling
}

/** Uses the valid ones of the values. */
function takeKnown({ inputs, values, writing }: Filling, find: FindValue): void {
  for (const { name, setting } of inputs) {
    const text = find(name)
    if (text === undefined) continue
    const isSwitched = kindOf(setting) === 'switch' && (text === 'on' || text === 'off')
    const value = isSwitched ? text : acceptedBy(setting, text, writing.locale)
    if (value !== undefined) values.set(name, value)
  }
}

/** Uses a value set saved with the prompt. @throws UsageError if there is none of that name */
export function takeValueSet(filling: Filling, name: string, texts: Texts): void {
  const sets = filling.prompt.valueSets
  const set = sets.find((each) => each.name.toLowerCase() === name.toLowerCase())
  if (set === undefined) {
    const names = sets.map((each) => each.name).join(', ')
    const text = names === '' ? texts.values.noSets : texts.values.noSet
    throw new UsageError(fillText(text, { name, names }))
  }
  const byName = new Map(set.values.map((each) => [each.name, each.value]))
  takeKnown(filling, (variable) => byName.get(variable))
}

/** Sets a value by the variable's name, in any case. @throws UsageError about an invalid value */
export function takeValue(filling: Filling, key: string, text: string, texts: Texts): void {
  const { inputs, values, writing } = filling
  const input = findInput(inputs, key)
  if (input === undefined) {
    const names = inputs.map(nameInArguments).join(', ')
    const unknown = names === '' ? texts.values.noneToFill : texts.values.unknown
    throw new UsageError(fillText(unknown, { name: key, names }))
  }
  const read = readValue(input.setting, text, writing)
  if ('problem' in read) throw new UsageError(sayProblem(input, read.problem, texts, writing))
  values.set(input.name, read.value)
}

/** The form of the variable that can be typed without quotes. */
export function nameInArguments({ name, argument }: Input): string {
  return /^[\p{L}\p{N}_.-]+$/u.test(name) ? name : argument
}

/**
 * Uses the piped input: for the first empty long variable, else the first empty one that accepts it, else appended to
 * the text.
 */
export function takePiped(filling: Filling, text: string): void {
  const { inputs, values, writing } = filling
  const empty = inputs.filter(({ name, setting }) => {
    return (values.get(name) ?? defaultValue(setting, writing.today)) === ''
  })
  const takers = [...empty.filter(({ setting }) => kindOf(setting) === 'long'), ...empty]
  for (const { name, setting } of takers) {
    const read = readValue(setting, text, writing)
    if ('problem' in read) continue
    values.set(name, read.value)
    return
  }
  filling.appended = text
}

export function findMissing({ inputs, values, writing }: Filling): Input[] {
  return missingInputs(inputs, values, writing.today)
}

/** The text with the known values. Missing values stay in braces. */
export function finish({ prompt, values, writing, appended }: Filling): string {
  const text = fillIn(prompt.prompt, values, prompt.variables, writing)
  return appended === '' ? text : `${text.trimEnd()}\n\n${appended}`
}

/** Explains in a sentence why a text is not a value of a variable. */
export function sayProblem(
  { name, setting }: Input,
  problem: InputProblem,
  texts: Texts,
  { locale, today }: Writing,
): string {
  const { min = '', max = '', step = '', options = [] } = setting ?? {}
  const mark = decimalMark(locale)
  const [year = '', month = '', day = ''] = today.split('-')
  const toText = (number: number | string) => writeNumber(String(number), mark)
  return fillText(texts.problems[problem], {
    name,
    min: toText(min),
    max: toText(max),
    step: toText(step),
    options: options.map(({ value, label }) => label ?? value).join(', '),
    year,
    month,
    day,
  })
}

/** The day in the user's time zone, in ISO 8601. */
function today(): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
