import { toShortName } from '#contract/core/short-names.ts'
import { defaultValue, isGap, plainText, type Values } from './fill-in.ts'
import { kindOf, kinds, type ReadValue, type Writing } from './kinds.ts'
import { settingsByName, type VariableSetting } from './variable-settings.ts'
import { variableNames } from './variables.ts'

/** A variable as an argument. */
export type Input = {
  /** ASCII, unique in its prompt: clients accept no other letters. */
  argument: string
  /** The variable's name. */
  name: string
  setting: VariableSetting | undefined
}

const longestArgument = 64
const isArgument = /^[A-Za-z_]\w{0,63}$/

/** Names the arguments of variables, in the order of the text: `Straße` as `strasse`, and a second one `strasse_2`. */
export function toArguments(names: readonly string[]): string[] {
  // A name that is already a valid argument stays unchanged, anywhere in the text.
  const taken = new Set(names.filter((name) => isArgument.test(name)))
  const numbers = new Map<string, number>()
  return names.map((name) => {
    if (isArgument.test(name)) return name
    const stem = (toShortName(name) ?? 'value').replaceAll('-', '_').replace(/^(?=\d)/, '_')
    let argument = stem.slice(0, longestArgument)
    // Continues after the last one, since thousands of names may share a stem.
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

/** Finds a variable by its name: in any case, without accents, or with other characters between its words. */
export function findInput(inputs: readonly Input[], key: string): Input | undefined {
  const lower = key.trim().toLowerCase()
  const folded = toShortName(key)
  return (
    inputs.find(({ name }) => name === key) ??
    inputs.find(({ name }) => name.toLowerCase() === lower) ??
    inputs.find(({ argument }) => folded !== null && toShortName(argument) === folded)
  )
}

/** The variables that are still empty and would be copied with their braces. */
export function missingInputs(inputs: readonly Input[], values: Values, today: string): Input[] {
  return inputs.filter(({ name, setting }) => {
    const value = values.get(name) ?? defaultValue(setting, today)
    return value === '' && isGap(setting)
  })
}

/**
 * Reads a value as programs and people type it: options by value or label in any case, switches and dates in English
 * and German.
 *
 * @param writing its locale determines how numbers such as "1,500" are read
 */
export function readValue(
  setting: VariableSetting = plainText,
  given: string,
  writing: Writing,
): ReadValue {
  return kinds[kindOf(setting)].read(given, setting, writing)
}
