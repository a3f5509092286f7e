import { parseArgs, type ParseArgsConfig } from 'node:util'
import {
  UsageError,
  type Command,
  type Input,
  type Option,
} from '#server/operate/admin/define-command.ts'

/** Options of every command. */
export const commonOptions = {
  json: { help: 'Print JSON, for programs.' },
  help: { help: 'Show help for the command.' },
} as const satisfies Record<string, Option>

/**
 * Finds the command at the start of the arguments, and parses the rest.
 *
 * @throws UsageError naming the first invalid argument
 */
export function parseArguments(
  commands: readonly Command[],
  words: readonly string[],
): { command: Command; input: Input } {
  const command = commands.find(({ name }) => {
    const [...parts] = name.split(' ')
    return parts.every((part, index) => part === words[index])
  })
  if (command === undefined) throw new UsageError(describeUnknown(commands, words))
  const { values, positionals } = parse(command, words.slice(command.name.split(' ').length))
  return {
    command,
    input: {
      operands: nameOperands(command, positionals, values['help'] === true),
      text: (option) => {
        const value = values[option]
        return typeof value === 'string' ? value : undefined
      },
      has: (option) => values[option] !== undefined,
    },
  }
}

function parse({ name, options }: Command, args: readonly string[]) {
  const known: Record<string, Option> = { ...commonOptions, ...options }
  const config: ParseArgsConfig = {
    args,
    options: Object.fromEntries(
      Object.entries(known).map(([option, { value }]) => [
        option,
        { type: value === undefined ? 'boolean' : 'string' },
      ]),
    ),
    allowPositionals: true,
  }
  try {
    return parseArgs(config)
  } catch (error) {
    // The first sentence is the error; the others give advice on Node.
    const [message = ''] = (error as Error).message.split('. ')
    throw new UsageError(`${name}: ${message.replace(/\.$/, '')}.`, { cause: error })
  }
}

function nameOperands(
  { name, operands }: Command,
  given: readonly string[],
  isForHelp: boolean,
): Record<string, string> {
  const needed = operands.filter((operand) => !operand.startsWith('['))
  const missing = needed[given.length]
  if (missing !== undefined && !isForHelp) throw new UsageError(`${name} needs ${missing}.`)
  const surplus = given[operands.length]
  if (surplus !== undefined) throw new UsageError(`${name} takes no "${surplus}".`)
  return Object.fromEntries(
    given.map((value, index) => [(operands[index] ?? '').replaceAll(/[[\]]/g, ''), value]),
  )
}

function describeUnknown(commands: readonly Command[], words: readonly string[]): string {
  const [group = '', word] = words
  const inGroup = commands.filter(({ name }) => name.startsWith(`${group} `))
  if (inGroup.length === 0) return `Unknown command: "${group}".`
  const choices = inGroup.map(({ name }) => name.slice(group.length + 1)).join(', ')
  if (word === undefined || word.startsWith('-')) return `${group} needs one of: ${choices}.`
  return `Unknown command: "${group} ${word}". Available: ${choices}.`
}

/** @throws UsageError unless the text is a whole number from `min` to `max` */
export function toWholeNumber(name: string, text: string, min: number, max: number): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= min && number <= max) return number
  throw new UsageError(`${name} is "${text}"; it may be a whole number from ${min} to ${max}.`)
}

/**
 * The end of a day in UTC, in milliseconds since 1970.
 *
 * @throws UsageError unless the text is a date such as 2027-01-31
 */
export function toEndOfDay(name: string, text: string): number {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // `Date.parse` reads 31 February as a day in March.
  const isDay = !Number.isNaN(day) && new Date(day).toISOString().startsWith(text)
  if (!isDay) throw new UsageError(`${name} is "${text}"; it may be a date such as 2027-01-31.`)
  return day + 24 * 60 * 60_000 - 1
}
