import { commands, unnamedCommand } from '#cli/commands.ts'
import { UsageError, type Command, type Context, type Input } from '#cli/define-command.ts'
import { describeError } from '#cli/describe-error.ts'
import { findFirstOperand, parseArguments } from '#cli/parse-arguments.ts'
import { tableWidth } from '#cli/prompts/prompt-rows.ts'
import { makeClient } from '#cli/server/make-client.ts'
import { chooseServer } from '#cli/server/servers.ts'
import { canAsk } from '#cli/terminal/screen.ts'
import { showControls, toOneLine } from '#cli/terminal/show-text.ts'
import { fillText, readLocale, type Texts } from '#cli/texts.ts'
import { version } from '#cli/version.ts'
import { writeCommandHelp, writeHelp } from '#cli/write-help.ts'

/** Runs a command line, without the program's name. Returns the exit code. */
export async function runCommand(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const { texts, locale } = readLocale(environment)
  const isForPrograms = words.slice(0, endOfOptions(words)).includes('--json')
  try {
    const { command, rest } = findCommand(words)
    if (command === undefined) {
      writeOut(words.includes('--version') ? `${version}\n` : helpOn(rest, texts))
      return 0
    }
    const input = parseArguments(command, rest, texts)
    if (input.has('help')) {
      writeOut(writeCommandHelp(command, texts, helpWidth()))
      return 0
    }
    const context = { environment, texts, locale, isForPrograms, say, write }
    return await run(command, { ...context, connect: connector(context, input) }, input)
  } catch (error) {
    const { code, message, exitCode } = describeError(error, texts)
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

/** Finds the command that the words name; undefined for help. */
function findCommand(words: readonly string[]): { command?: Command; rest: string[] } {
  const at = findFirstOperand(words, [...commands, unnamedCommand])
  const first = words[at]
  if (first === undefined) {
    const isForHelp = words.some((word) => ['--help', '-h', '--version'].includes(word))
    const isMistaken = words.some((word) => /^-./.test(word) && word !== '--')
    // Its options are checked as those of any command, so that a mistyped one is not answered with the help.
    if (!isForHelp && isMistaken) return { command: unnamedCommand, rest: [...words] }
    const isBare = !isForHelp && canAsk(process.env)
    return isBare ? { command: unnamedCommand, rest: [...words] } : { rest: [] }
  }
  const rest = words.toSpliced(at, 1)
  if (first === 'help') return { rest: rest.filter((word) => !word.startsWith('-')) }
  const command = commands.find(({ name }) => name === first)
  return command ? { command, rest } : { command: unnamedCommand, rest: [...words] }
}

/** Runs a command and writes its report. Returns the exit code. */
async function run(command: Command, context: Context, input: Input): Promise<number> {
  const report = await command.run(context, input)
  if (report === undefined) return 0
  if (context.isForPrograms) writeOut(`${JSON.stringify(report.json)}\n`)
  else {
    process.stdout.write(report.head ?? '')
    writeOut(report.text)
  }
  await report.afterwards?.()
  return report.exitCode ?? 0
}

/** Writes to the standard output: unchanged for programs, without control of a terminal for people. */
function writeOut(text: string): void {
  process.stdout.write(process.stdout.isTTY ? showControls(text) : text)
}

/** Writes a part of an answer, and waits until its reader has room. */
function write(part: string | Uint8Array): Promise<void> {
  const { stdout } = process
  const isShown = stdout.isTTY && typeof part === 'string'
  return new Promise((resolve, reject) => {
    stdout.write(isShown ? showControls(part) : part, (error) =>
      error ? reject(error) : resolve(),
    )
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
