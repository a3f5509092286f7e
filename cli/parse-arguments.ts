import { parseArgs, type ParseArgsConfig } from 'node:util'
import { UsageError, type Command, type Input, type Option } from '#cli/define-command.ts'
import { fillText, type Texts } from '#cli/texts.ts'

/** Options of every command. */
export const commonOptions = {
  json: {},
  server: { hasValue: true, takes: 'server' },
  help: {},
} as const satisfies Record<string, Option>

type OptionTypes = NonNullable<ParseArgsConfig['options']>

/** The position of the first word that is neither an option nor its value; -1 if there is none. */
export function findFirstOperand(words: readonly string[], commands: readonly Command[]): number {
  const known = Object.assign(
    {},
    commonOptions,
    ...commands.map(({ options }) => options),
  ) as Record<string, Option>
  const { tokens } = parseArgs({
    args: [...words],
    options: toTypes(known),
    strict: false,
    tokens: true,
  })
  return tokens.find(({ kind }) => kind === 'positional')?.index ?? -1
}

/** Reads what follows the name of a command. @throws UsageError naming the first word that is wrong */
export function parseArguments(command: Command, words: readonly string[], texts: Texts): Input {
  const options: Record<string, Option> = { ...commonOptions, ...command.options }
  const { values, positionals } = parse(words, options, texts)
  const { least, most } = command.operands
  const isForHelp = values['help'] === true
  if (!isForHelp && (positionals.length < least || positionals.length > most)) {
    const { usage } = texts.commands[command.name]
    throw new UsageError(fillText(texts.usage.operands, { usage: `promptshelf ${usage}` }))
  }
  return {
    operands: positionals,
    text: (option) => {
      const value = values[option]
      return typeof value === 'string' ? value : undefined
    },
    has: (option) => values[option] !== undefined,
  }
}

function parse(words: readonly string[], options: Record<string, Option>, texts: Texts) {
  try {
    return parseArgs({ args: [...words], options: toTypes(options), allowPositionals: true })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const [, option = ''] = /'(-[^' ]*)/.exec(message) ?? []
    const isUnknown = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
    const text = isUnknown ? texts.usage.unknownOption : texts.usage.optionValue
    throw new UsageError(fillText(text, { option }), { cause: error })
  }
}

function toTypes(options: Record<string, Option>): OptionTypes {
  return Object.fromEntries(
    Object.entries(options).map(([name, { hasValue, short }]) => [
      name,
      { type: hasValue ? 'string' : 'boolean', ...(short !== undefined && { short }) },
    ]),
  )
}
