import { closestWord } from '#contract/core/closest-word.ts'
import { commands, unnamedCommand } from '#cli/commands.ts'
import {
  ReaderGoneError,
  UsageError,
  WriteError,
  type Command,
  type CommandName,
  type Context,
  type Input,
} from '#cli/core/define-command.ts'
import { describeError, reasonOf } from '#cli/server/describe-error.ts'
import { findFirstOperand, parseArguments } from '#cli/core/parse-arguments.ts'
import { NoPromptError } from '#cli/prompts/find-prompt.ts'
import { tableWidth } from '#cli/prompts/prompt-rows.ts'
import { makeClient } from '#cli/server/make-client.ts'
import { chooseServer } from '#cli/server/servers.ts'
import { canAsk } from '#cli/terminal/screen.ts'
import { showControls, toOneLine } from '#cli/terminal/show-text.ts'
import { fillText, readLocale, type Texts } from '#cli/core/texts.ts'
import { version } from '#cli/core/version.ts'
import { writeCommandHelp, writeHelp } from '#cli/write-help.ts'

/** Runs a command line, without the program's name. Returns the exit code. */
export async function runCommand(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const { texts, locale } = readLocale(environment)
  const write = writeTo(texts)
  const isForPrograms = words.slice(0, endOfOptions(words)).includes('--json')
  try {
    const { command, rest } = findCommand(words)
    if (command === undefined) {
      await write(words.includes('--version') ? `${version}\n` : helpOn(rest, texts))
      return 0
    }
    const input = parseArguments(command, rest, texts)
    if (input.has('help')) {
      await write(writeCommandHelp(command, texts, helpWidth()))
      return 0
    }
    const context = { environment, texts, locale, isForPrograms, say, write }
    return await run(command, { ...context, connect: connector(context, input) }, input)
  } catch (error) {
    if (error instanceof ReaderGoneError) return 0
    const { code, message: problem, exitCode } = describeError(error, texts)
    const meant = error instanceof NoPromptError ? commandMeant(words) : undefined
    const hint = meant && fillText(texts.find.meant, { usage: texts.commands[meant].usage })
    const message = hint === undefined ? problem : `${problem}\n${hint}`
    if (isForPrograms) process.stderr.write(`${JSON.stringify({ error: { code, message } })}\n`)
    else for (const line of message.split('\n')) say(line)
    return exitCode
  }
}

function endOfOptions(words: readonly string[]): number | undefined {
  const at = words.indexOf('--')
  return at === -1 ? undefined : at
}

function say(line: string): void {
  process.stderr.write(`${toOneLine(line)}\n`)
}

/** Finds the command for the words; undefined for help. */
function findCommand(words: readonly string[]): { command?: Command; rest: string[] } {
  const at = findFirstOperand(words, [...commands, unnamedCommand])
  const first = words[at]
  if (first === undefined) {
    const isForHelp = words.some((word) => ['--help', '-h', '--version'].includes(word))
    const isMistaken = words.some((word) => /^-./.test(word) && word !== '--')
    // Its options are checked like those of any command, so that a mistyped one does not print the help.
    if (!isForHelp && isMistaken) return { command: unnamedCommand, rest: [...words] }
    const isBare = !isForHelp && canAsk(process.env)
    return isBare ? { command: unnamedCommand, rest: [...words] } : { rest: [] }
  }
  const rest = words.toSpliced(at, 1)
  if (first === 'help') return { rest: rest.filter((word) => !word.startsWith('-')) }
  const command = commands.find(({ name }) => name === first)
  return command ? { command, rest } : { command: unnamedCommand, rest: [...words] }
}

/** Other programs' names for our commands. */
const foreignNames: Readonly<Record<string, CommandName>> = {
  list: 'ls',
  dir: 'ls',
  folders: 'ls',
  get: 'show',
  cat: 'show',
  view: 'show',
  find: 'search',
  add: 'new',
  create: 'new',
  delete: 'rm',
  del: 'rm',
  remove: 'rm',
  restore: 'rm',
  move: 'mv',
  rename: 'mv',
  auth: 'login',
  signin: 'login',
  status: 'whoami',
  pull: 'sync',
  push: 'sync',
}

/** The command that an unknown first word probably stands for. */
function commandMeant(words: readonly string[]): CommandName | undefined {
  const first = words[findFirstOperand(words, [...commands, unnamedCommand])] ?? ''
  const names = commands.map(({ name }) => name)
  if (names.some((name) => name === first)) return undefined
  const known = foreignNames[first.toLowerCase()]
  return known ?? (closestWord(first, names) as CommandName | undefined)
}

/** Runs a command and writes its report. Returns the exit code. */
async function run(command: Command, context: Context, input: Input): Promise<number> {
  const report = await command.run(context, input)
  if (report === undefined) return 0
  const { write, isForPrograms } = context
  if (isForPrograms) await write(`${JSON.stringify(report.json)}\n`)
  else {
    // As bytes, so that its styles reach the terminal.
    if (report.head) await write(Buffer.from(report.head))
    await write(report.text)
  }
  await report.afterwards?.()
  return report.exitCode ?? 0
}

/**
 * Writes to stdout, and waits until its reader has room. Bytes, and text for programs, are unchanged; text for people
 * cannot control the terminal.
 */
function writeTo(texts: Texts): Context['write'] {
  const { stdout } = process
  return (part) =>
    new Promise((resolve, reject) => {
      const isShown = stdout.isTTY && typeof part === 'string'
      stdout.write(isShown ? showControls(part) : part, (error) => {
        if (!error) resolve()
        else if ('code' in error && error.code === 'EPIPE') reject(new ReaderGoneError())
        else reject(new WriteError(reasonOf(error, texts), { cause: error }))
      })
    })
}

function connector({ environment, texts }: Pick<Context, 'environment' | 'texts'>, input: Input) {
  return () => {
    const server = chooseServer(environment, texts, input.text('server'))
    return { server, client: makeClient(server) }
  }
}

/** In columns. Wider lines would be hard to read. */
function helpWidth(): number {
  return Math.min(tableWidth() ?? 80, 80)
}

function helpOn([name]: readonly string[], texts: Texts): string {
  if (name === undefined) return writeHelp(commands, texts, helpWidth())
  const command = commands.find((each) => each.name === name)
  if (command === undefined) throw new UsageError(fillText(texts.usage.noCommand, { name }))
  return writeCommandHelp(command, texts, helpWidth())
}
