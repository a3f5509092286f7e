import { isErrorCode } from '#contract/core/errors.ts'
import { commands, unnamedCommand } from '#cli/commands.ts'
import {
  CommandError,
  LogInError,
  UsageError,
  type Command,
  type Context,
  type Input,
} from '#cli/define-command.ts'
import { findFirstOperand, parseArguments } from '#cli/parse-arguments.ts'
import { CallError, makeClient, UnreachableError } from '#cli/server/make-client.ts'
import { chooseServer } from '#cli/server/servers.ts'
import { canAsk, StoppedError } from '#cli/terminal/screen.ts'
import { showControls, toOneLine } from '#cli/terminal/show-text.ts'
import { fillText, readLocale, type Texts } from '#cli/texts.ts'
import { version } from '#cli/version.ts'
import { writeCommandHelp, writeHelp } from '#cli/write-help.ts'

const exitCodes = { failed: 1, misused: 2, loggedOut: 3, conflict: 4 } as const

/** Runs a command line, without the program's name. Returns the exit code. */
export async function runCommand(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const { texts, locale } = readLocale(environment)
  const isForPrograms = words.includes('--json')
  try {
    const { command, rest } = findCommand(words)
    if (command === undefined) {
      writeOut(words.includes('--version') ? `${version}\n` : helpOn(rest, texts))
      return 0
    }
    const input = parseArguments(command, rest, texts)
    if (input.has('help')) {
      writeOut(writeCommandHelp(command, texts))
      return 0
    }
    const context = { environment, texts, locale, isForPrograms, say }
    await run(command, { ...context, connect: connector(context, input) }, input)
    return 0
  } catch (error) {
    const { code, message, exitCode } = describe(error, texts)
    if (isForPrograms) process.stderr.write(`${JSON.stringify({ error: { code, message } })}\n`)
    else for (const line of message.split('\n')) say(line)
    return exitCode
  }
}

function say(line: string): void {
  process.stderr.write(`${toOneLine(line)}\n`)
}

/** Finds the command that the words name; undefined for help. */
function findCommand(words: readonly string[]): { command?: Command; rest: string[] } {
  const at = findFirstOperand(words, [...commands, unnamedCommand])
  const first = words[at]
  if (first === undefined) {
    const isForHelp = words.some((word) => ['--help', '-h', '--version'].includes(word))
    const isBare = !isForHelp && canAsk(process.env)
    return isBare ? { command: unnamedCommand, rest: [...words] } : { rest: [] }
  }
  const rest = words.toSpliced(at, 1)
  if (first === 'help') return { rest: rest.filter((word) => !word.startsWith('-')) }
  const command = commands.find(({ name }) => name === first)
  return command ? { command, rest } : { command: unnamedCommand, rest: [...words] }
}

async function run(command: Command, context: Context, input: Input): Promise<void> {
  const report = await command.run(context, input)
  if (report === undefined) return
  if (context.isForPrograms) writeOut(`${JSON.stringify(report.json)}\n`)
  else {
    process.stdout.write(report.head ?? '')
    writeOut(report.text)
  }
  await report.afterwards?.()
}

/** Writes to the standard output: unchanged for programs, without control of a terminal for people. */
function writeOut(text: string): void {
  process.stdout.write(process.stdout.isTTY ? showControls(text) : text)
}

function connector({ environment, texts }: Pick<Context, 'environment' | 'texts'>, input: Input) {
  return () => {
    const server = chooseServer(environment, texts, input.text('server'))
    return { server, client: makeClient(server) }
  }
}

function helpOn([name]: readonly string[], texts: Texts): string {
  if (name === undefined) return writeHelp(commands, texts)
  const command = commands.find((each) => each.name === name)
  if (command === undefined) throw new UsageError(fillText(texts.usage.noCommand, { name }))
  return writeCommandHelp(command, texts)
}

type Description = { code?: string; message: string; exitCode: number }

function describe(error: unknown, texts: Texts): Description {
  if (error instanceof CallError) return describeCall(error, texts)
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof StoppedError) {
    return { message: texts.failed.stopped, exitCode: exitCodes.failed }
  }
  if (error instanceof UsageError) return { message, exitCode: exitCodes.misused }
  if (error instanceof LogInError) {
    return { code: 'not_logged_in', message, exitCode: exitCodes.loggedOut }
  }
  if (error instanceof UnreachableError) {
    const text = fillText(texts.failed.unreachable, { reason: message })
    return { code: 'unreachable', message: text, exitCode: exitCodes.failed }
  }
  if (error instanceof CommandError) return { message, exitCode: exitCodes.failed }
  // Any other error is a bug, so the whole stack helps.
  const stack = error instanceof Error ? (error.stack ?? message) : message
  return { message: stack, exitCode: exitCodes.failed }
}

const conflicts = new Set(['prompt_changed', 'changed_elsewhere'])

function describeCall({ status, failure }: CallError, texts: Texts): Description {
  if (failure === undefined) {
    return { message: fillText(texts.failed.strange, { status }), exitCode: exitCodes.failed }
  }
  const { code, msg, limit = '' } = failure
  const own: Record<string, string> = texts.failed.calls
  const known = isErrorCode(code) ? texts.ofErrors[code] : undefined
  const message = fillText(own[code] ?? known ?? msg, { limit })
  if (status === 401) return { code, message, exitCode: exitCodes.loggedOut }
  return { code, message, exitCode: conflicts.has(code) ? exitCodes.conflict : exitCodes.failed }
}
