import type { Scope } from '#contract/core/call.ts'
import { findAccount } from '#server/operate/admin/find-account.ts'
import { getUser } from '#server/users/users.queries.ts'
import {
  CommandError,
  UsageError,
  type Command,
  type Context,
  type Input,
  type NamedAccount,
  type Report,
  type Terminal,
} from '#server/operate/admin/define-command.ts'
import { databaseCommands } from '#server/operate/admin/commands/database-commands.ts'
import { mailCommands } from '#server/operate/admin/commands/mail-commands.ts'
import { openServices, type MakeServices } from '#server/operate/admin/open-services.ts'
import { parseArguments } from '#server/operate/admin/parse-arguments.ts'
import { planCommands } from '#server/operate/admin/commands/plan-commands.ts'
import { accessCommands } from '#server/operate/admin/commands/access-commands.ts'
import { serverCommands } from '#server/operate/admin/commands/server-commands.ts'
import { userCommands } from '#server/operate/admin/commands/user-commands.ts'
import { writeCommandHelp, writeHelp } from '#server/operate/admin/write-help.ts'
import { ConfigError, readConfig, type Config } from '#server/config/config.ts'
import { ApiError } from '#server/core/api-error.ts'
import { nameCommand } from '#server/config/name-command.ts'
import type { Channel } from '#server/core/channel.ts'
import type { Handle } from '#server/db/database.ts'
import { isUnavailable } from '#server/db/failures.ts'
import { UnusableDatabaseError } from '#server/db/unusable-database.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  ...userCommands,
  ...planCommands,
  ...accessCommands,
  ...mailCommands,
  ...serverCommands,
  ...databaseCommands,
]

const failed = 1
const misused = 2

/** Runs a command line, without the program's name. Returns the exit code: 0, 1 failed, 2 usage error. */
export async function runCommand(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
  makeServices: MakeServices,
): Promise<number> {
  const isForPrograms = words.includes('--json')
  try {
    const [first = 'help'] = words
    if (first === 'help' || first === '--help') {
      terminal.out(helpOn(words.slice(1)))
      return 0
    }
    const { command, input } = parseArguments(commands, words)
    if (input.has('help')) {
      terminal.out(writeCommandHelp(command))
      return 0
    }
    const {
      text,
      json,
      isFailure = false,
    } = await run(command, input, environment, terminal, makeServices)
    const answer = isForPrograms ? JSON.stringify(json) : text
    if (answer !== '') terminal.out(`${answer}\n`)
    return isFailure ? failed : 0
  } catch (error) {
    const message = toMessage(error)
    const code = error instanceof ApiError ? error.errorCode : undefined
    terminal.err(`${isForPrograms ? JSON.stringify({ error: { code, message } }) : message}\n`)
    if (!(error instanceof UsageError)) return failed
    if (!isForPrograms) terminal.err(`See ${nameCommand('admin')} help.\n`)
    return misused
  }
}

async function run(
  command: Command,
  input: Input,
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
  makeServices: MakeServices,
): Promise<Report> {
  const config: Config = readConfig(environment)
  if (command.needs === 'config') return command.run({ config, environment, terminal }, input)
  const { services, close } = await openServices(config, environment, makeServices)
  const findUser = (name: string) => findNamed(services.db.main, name)
  const context: Context = { config, environment, terminal, services, channel, findUser }
  try {
    return await command.run(context, input)
  } finally {
    await close()
  }
}

async function findNamed(db: Handle, name: string): Promise<NamedAccount> {
  const owner = await findAccount(db, name)
  if (owner === undefined) throw new CommandError(`There is no account "${name}".`)
  const { id, email } = await getUser(db, owner)
  // Operators have no scopes: the contract lists their calls.
  const scopes: ReadonlySet<Scope> = new Set()
  const actor = { via: 'operator', owner, userId: id, scopes, proofId: '' } as const
  return { owner, actor, email, id }
}

/** The operator has no browser, and is not throttled. */
const channel: Channel = {
  language: 'en',
  userAgent: '',
  network: '',
  tokens: { read: () => undefined, set: () => {}, clear: () => {} },
  returnAttempt: async () => {},
  logSecurity: () => {},
}

function helpOn(words: readonly string[]): string {
  if (words.length === 0) return writeHelp(commands)
  const name = words.join(' ')
  const matching = commands.filter((each) => each.name === name || each.name.startsWith(`${name} `))
  if (matching.length === 0) throw new UsageError(`Unknown command: "${name}".`)
  return matching.map(writeCommandHelp).join('\n')
}

const ownWords: Partial<Record<string, string>> = {
  email_taken:
    'There is an account with this address already, or its former owner may still take it back.',
  account_blocked: 'The account is blocked: user enable opens it.',
  subscription_active: 'The user pays for a plan: --replace ends it, also at the provider.',
  not_found: 'There is no such id.',
}

function toMessage(error: unknown): string {
  if (error instanceof ApiError) return ownWords[error.errorCode] ?? error.message
  const isExpected =
    error instanceof UsageError ||
    error instanceof CommandError ||
    error instanceof ConfigError ||
    error instanceof UnusableDatabaseError ||
    isUnavailable(error)
  if (isExpected) return (error as Error).message
  // Any other error is a bug, so the whole stack helps.
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
