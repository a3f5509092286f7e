import type { Prompt } from '#contract/prompts.ts'
import { toShortName } from '#contract/short-names.ts'
import type { SkillInput } from '#contract/skills/skills.ts'
import { acceptedBy, problemOf } from '#contract/variables/fill-in.ts'
import { kindOf, type ValueProblem } from '#contract/variables/kinds.ts'
import { settingsByName, type VariableSetting } from '#contract/variables/variable-settings.ts'
import { variableNames } from '#contract/variables/variables.ts'

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
    // Goes on where the last one ended, since thousands of names may have one stem.
    for (let number = numbers.get(stem) ?? 2; taken.has(argument); number++) {
      argument = `${stem.slice(0, longestArgument - 8)}_${number}`
      numbers.set(stem, number + 1)
    }
    taken.add(argument)
    return argument
  })
}

/** A text with so many opening braces takes some hundredths of a second to fill in, or to write as a skill. */
const mostBraces = 5_000

/** Whether filling in a prompt would keep other accounts waiting. */
export function hasTooManyBraces({ prompt }: Pick<Prompt, 'prompt'>): boolean {
  let count = 0
  for (let at = prompt.indexOf('{'); at !== -1; at = prompt.indexOf('{', at + 1)) {
    count += 1
    if (count > mostBraces) return true
  }
  return false
}

/** The variables of a prompt that are filled in. */
export function inputsOf({ prompt, variables }: Pick<Prompt, 'prompt' | 'variables'>): Input[] {
  const settings = settingsByName(variables)
  const names = variableNames(prompt).filter((name) => kindOf(settings.get(name)) !== 'literal')
  const inArguments = toArguments(names)
  return names.map((name, at) => ({
    argument: inArguments[at] ?? name,
    name,
    setting: settings.get(name),
  }))
}

/** Says in words what an argument takes. */
export function describeInput({ name, kind, help, options, default: start }: SkillInput): string {
  const takes: Record<string, string> = {
    number: 'A number.',
    date: 'A day as YYYY-MM-DD; today by default.',
    switch: 'on or off; off by default.',
  }
  return [
    help ?? `Fills in {${name}}.`,
    options && `One of: ${options.join(', ')}.`,
    takes[kind],
    start !== undefined && start !== '' && `Default: ${start}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** A value, or a sentence that says why a text is none. */
export type Read = { value: string } | { problem: string }

const switches: Record<string, 'on' | 'off'> = {
  on: 'on',
  yes: 'on',
  true: 'on',
  1: 'on',
  off: 'off',
  no: 'off',
  false: 'off',
  0: 'off',
}

/** Reads a value as an assistant writes it: options by value or label in any case, switches by several words. */
export function readValue({ argument, setting }: Input, given: string, today: string): Read {
  const text = kindOf(setting) === 'text' || kindOf(setting) === 'long' ? given : given.trim()
  if (text === '') return { value: '' }
  switch (kindOf(setting)) {
    case 'switch': {
      const value = switches[text.toLowerCase()]
      return value ? { value } : { problem: `${argument} must be on or off.` }
    }
    case 'choice': {
      const chosen = findOption(setting, text)
      if (chosen !== undefined) return { value: chosen }
      if (setting?.open) return { value: text }
      return { problem: `${argument} must be one of: ${optionLabels(setting).join(', ')}.` }
    }
    case 'date': {
      const value = text.toLowerCase() === 'today' ? today : acceptedBy(setting, text, 'en-GB')
      return value === undefined
        ? { problem: `${argument} must be a day such as ${today}.` }
        : { value }
    }
    case 'number': {
      const value = acceptedBy(setting, text, 'en-GB')
      if (value !== undefined) return { value }
      const problem = problemOf(setting, text)
      return { problem: `${argument} must be ${sayNumber(setting, problem)}.` }
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

/** Options named in one sentence, and the characters of each. */
const optionsNamed = 20
const optionLength = 60

/** The labels of a choice's first options, cut to a length. */
export function optionLabels(setting: VariableSetting | undefined): string[] {
  return (setting?.options ?? [])
    .slice(0, optionsNamed)
    .map(({ label, value }) => (label ?? value).slice(0, optionLength))
}

function sayNumber(
  setting: VariableSetting | undefined,
  problem: ValueProblem | undefined,
): string {
  const { min, max, step } = setting ?? {}
  if (problem === 'too_small') return `at least ${min}`
  if (problem === 'too_large') return `at most ${max}`
  if (problem === 'off_step') return `in steps of ${step}`
  return 'a number'
}
