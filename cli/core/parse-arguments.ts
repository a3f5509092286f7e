import { parseArgs, type ParseArgsConfig } from 'node:util'
import { closestWord } from '#contract/core/closest-word.ts'
import { UsageError, type Command, type Input, type Option } from '#cli/core/define-command.ts'
import { fillText, type Texts } from '#cli/core/texts.ts'

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

/** Parses the arguments after the name of a command. @throws UsageError naming the first invalid argument */
export function parseArguments(command: Command, words: readonly string[], texts: Texts): Input {
  const options: Record<string, Option> = { ...commonOptions, ...command.options }
  const { values, positionals } = parse(words, options, { command, texts })
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

function parse(
  words: readonly string[],
  options: Record<string, Option>,
  { command, texts }: { command: Command; texts: Texts },
) {
  try {
    return parseArgs({ args: [...words], options: toTypes(options), allowPositionals: true })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // Such as '--in', '--in <value>' or '-m, --model <value>'.
    const [, quoted = ''] = /'(-[^']*)'/.exec(message) ?? []
    const [, option = ''] = /(--?[^ ,=]*)(?: <value>)?$/.exec(quoted) ?? []
    const isUnknown = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
    const problem = isUnknown
      ? describeUnknown(option, words, options, { command, texts })
      : describeValue(option, options, texts)
    throw new UsageError(problem, { cause: error })
  }
}

/** Suggests the intended option, or how to set a variable, and the help page. */
function describeUnknown(
  option: string,
  words: readonly string[],
  options: Record<string, Option>,
  { command, texts }: { command: Command; texts: Texts },
): string {
  const { usage } = texts
  const name = option.replace(/^-+/, '')
  const meant = option.startsWith('--') ? closestWord(name, Object.keys(options)) : undefined
  const lines = [fillText(usage.unknownOption, { option })]
  if (meant !== undefined) lines.push(fillText(usage.meantOption, { option: `--${meant}` }))
  else if (command.takes?.includes('value') && option.startsWith('--')) {
    const at = words.findIndex((word) => word === option || word.startsWith(`${option}=`))
    const next = words[at + 1]
    const value = words[at]?.split('=')[1] ?? (next?.startsWith('-') ? undefined : next)
    lines.push(fillText(usage.asValue, { name, value: value ?? usage.value }))
  }
  const page = command.name === 'fill' ? 'help' : `help ${command.name}`
  return [...lines, fillText(usage.see, { page })].join(' ')
}

function describeValue(option: string, options: Record<string, Option>, texts: Texts): string {
  const name = option.replace(/^-+/, '')
  if (options[name]?.hasValue !== true) return fillText(texts.usage.noValue, { option })
  const known: Record<string, { form: string; help: string } | undefined> = texts.options
  const { form = option, help = '' } = known[name] ?? {}
  return fillText(texts.usage.needsValue, { option, form, help })
}

function toTypes(options: Record<string, Option>): OptionTypes {
  return Object.fromEntries(
    Object.entries(options).map(([name, { hasValue, short }]) => [
      name,
      { type: hasValue ? 'string' : 'boolean', ...(short !== undefined && { short }) },
    ]),
  )
}
