import { toShortName } from '#contract/core/short-names.ts'
import { acceptedBy, defaultValue, isGap, problemOf, type Values } from './fill-in.ts'
import { kindOf, type ValueProblem, type Writing } from './kinds.ts'
import { decimalMark, readNumber } from './numbers.ts'
import { settingsByName, type VariableSetting } from './variable-settings.ts'
import { variableNames } from './variables.ts'

/** A variable as an argument. */
export type Input = {
  /** ASCII, unique in its prompt: clients take no other letters. */
  argument: string
  /** The variable's name. */
  name: string
  setting: VariableSetting | undefined
}

const longestArgument = 64
const isArgument = /^[A-Za-z_]\w{0,63}$/

/** Names the arguments of variables, in the order of the text: `Straße` as `strasse`, and a second one `strasse_2`. */
export function toArguments(names: readonly string[]): string[] {
  // What is an argument already keeps its name, wherever it is in the text.
  const taken = new Set(names.filter((name) => isArgument.test(name)))
  const numbers = new Map<string, number>()
  return names.map((name) => {
    if (isArgument.test(name)) return name
    const stem = (toShortName(name) ?? 'value').replaceAll('-', '_').replace(/^(?=\d)/, '_')
    let argument = stem.slice(0, longestArgument)
    // Continues where the last one ended, since thousands of names may have one stem.
    for (let number = numbers.get(stem) ?? 2; taken.has(argument); number++) {
      argument = `${stem.slice(0, longestArgument - 8)}_${number}`
      numbers.set(stem, number + 1)
    }
    taken.add(argument)
    return argument
  })
}

/** The variables of a prompt that are filled in. */
export function inputsOf({
  prompt,
  variables,
}: {
  prompt: string
  variables: readonly VariableSetting[]
}): Input[] {
  const settings = settingsByName(variables)
  const names = variableNames(prompt).filter((name) => kindOf(settings.get(name)) !== 'literal')
  const inArguments = toArguments(names)
  return names.map((name, at) => ({
    argument: inArguments[at] ?? name,
    name,
    setting: settings.get(name),
  }))
}

/** The variables that are still empty and would be copied with their braces. */
export function missingInputs(inputs: readonly Input[], values: Values, today: string): Input[] {
  return inputs.filter(({ name, setting }) => {
    const value = values.get(name) ?? defaultValue(setting, today)
    return value === '' && isGap(setting)
  })
}

/** Why a text is no value of a variable. */
export type InputProblem =
  | Exclude<ValueProblem, 'missing'>
  | 'not_a_switch'
  | 'not_an_option'
  | 'not_a_day'

const switches: Record<string, 'on' | 'off'> = {
  on: 'on',
  yes: 'on',
  an: 'on',
  ja: 'on',
  true: 'on',
  1: 'on',
  off: 'off',
  no: 'off',
  aus: 'off',
  nein: 'off',
  false: 'off',
  0: 'off',
}

const todays: ReadonlySet<string> = new Set(['today', 'heute'])

/** `24.12.2026` in ISO 8601. Any other text is unchanged. */
function fromGermanDay(text: string): string {
  const [, day = '', month = '', year = ''] =
    /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text) ?? []
  return year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/**
 * Reads a value as programs and people type it: options by value or label in any case, switches and
 * dates in English and German.
 *
 * @param locale BCP 47, which numbers such as "1,500" are read by
 */
export function readValue(
  setting: VariableSetting | undefined,
  given: string,
  { today, locale }: Writing,
): { value: string } | { problem: InputProblem } {
  const kind = kindOf(setting)
  const text = kind === 'text' || kind === 'long' ? given : given.trim()
  if (text === '') return { value: '' }
  switch (kind) {
    case 'switch': {
      const value = switches[text.toLowerCase()]
      return value ? { value } : { problem: 'not_a_switch' }
    }
    case 'choice': {
      const value = findOption(setting, text) ?? (setting?.open ? text : undefined)
      return value === undefined ? { problem: 'not_an_option' } : { value }
    }
    case 'date': {
      const day = todays.has(text.toLowerCase()) ? today : fromGermanDay(text)
      const value = acceptedBy(setting, day, locale)
      return value === undefined ? { problem: 'not_a_day' } : { value }
    }
    case 'number': {
      const number = readNumber(text, decimalMark(locale)) ?? text
      const problem = problemOf(setting, number)
      return problem && problem !== 'missing' ? { problem } : { value: number }
    }
    default:
      return { value: text }
  }
}

function findOption(setting: VariableSetting | undefined, text: string): string | undefined {
  const options = setting?.options ?? []
  const folded = text.toLowerCase()
  const found =
    options.find(({ value }) => value === text) ??
    options.find(({ value }) => value.toLowerCase() === folded) ??
    options.find(({ label }) => label?.toLowerCase() === folded)
  return found?.value
}
