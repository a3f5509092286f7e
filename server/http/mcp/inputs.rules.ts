import type { Prompt } from '#contract/library/prompts.ts'
import type { SkillInput } from '#contract/transfer/skills/skills.ts'
import { readValue, type Input } from '#contract/variables/inputs.ts'
import { kindOf, type InputProblem, type VariableKind } from '#contract/variables/kinds.ts'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'

/** A text with this many opening braces takes some hundredths of a second to fill in, or to write as a skill. */
const mostBraces = 5_000

/** Whether filling in a prompt would delay other accounts. */
export function hasTooManyBraces({ prompt }: Pick<Prompt, 'prompt'>): boolean {
  let count = 0
  for (let at = prompt.indexOf('{'); at !== -1; at = prompt.indexOf('{', at + 1)) {
    count += 1
    if (count > mostBraces) return true
  }
  return false
}

/** Describes the values that an argument accepts. */
export function describeInput({ name, kind, help, options, default: start }: SkillInput): string {
  const takes: Record<VariableKind, string | undefined> = {
    text: undefined,
    long: undefined,
    choice: undefined,
    number: 'A number.',
    date: 'A day as YYYY-MM-DD; today by default.',
    switch: 'on or off; off by default.',
    literal: undefined,
  }
  return [
    help ?? `Fills in {${name}}.`,
    options && `One of: ${options.join(', ')}.`,
    takes[kindOf({ name, kind })],
    start !== undefined && start !== '' && `Default: ${start}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** A value, or a sentence about why a text is not one. */
export type Read = { value: string } | { problem: string }

/** Reads a value as an assistant writes it. */
export function readArgument({ argument, setting }: Input, given: string, today: string): Read {
  const read = readValue(setting, given, { today, locale: 'en-GB' })
  if ('value' in read) return read
  return { problem: `${argument} must be ${sayNeed(setting, read.problem, today)}.` }
}

function sayNeed(
  setting: VariableSetting | undefined,
  problem: InputProblem,
  today: string,
): string {
  const { min, max, step } = setting ?? {}
  const needs: Record<InputProblem, string> = {
    not_a_switch: 'on or off',
    not_an_option: `one of: ${optionLabels(setting).join(', ')}`,
    not_a_day: `a day such as ${today}`,
    not_a_number: 'a number',
    too_small: `at least ${min}`,
    too_large: `at most ${max}`,
    off_step: `in steps of ${step}`,
  }
  return needs[problem]
}

/** The number of options named in one sentence, and of characters in each. */
const optionsNamed = 20
const optionLength = 60

/** The labels of a choice's first options, cut to a length. */
export function optionLabels(setting: VariableSetting | undefined): string[] {
  return (setting?.options ?? [])
    .slice(0, optionsNamed)
    .map(({ label, value }) => (label ?? value).slice(0, optionLength))
}
