import type { Config } from '#server/config/config.ts'
import type { OperatorActor } from '#server/core/actor.ts'
import type { Channel } from '#server/core/channel.ts'
import type { Services } from '#server/core/services.ts'
import type { OwnerNo } from '#server/db/owner.ts'

/** An invalid command line. The message is a sentence for the operator. */
export class UsageError extends Error {}

/** A request of the operator that cannot be carried out. The message is a sentence for them. */
export class CommandError extends Error {}

/** The terminal, or its replacement in tests. */
export type Terminal = {
  out: (text: string) => void
  err: (text: string) => void
  /** Asks the operator for a line; undefined without a terminal. */
  ask: ((question: string) => Promise<string>) | undefined
}

export type Option = {
  /** The kind of its value, such as `DATE`; missing: it has none. */
  value?: string
  help: string
}

export type Input = {
  /** By their names, such as `USER`. */
  operands: Readonly<Record<string, string>>
  /** The value of an option with one. */
  text: (option: string) => string | undefined
  /** Whether an option was given. */
  has: (option: string) => boolean
}

/** An account that the operator named. */
export type NamedAccount = { owner: OwnerNo; actor: OperatorActor; email: string; id: string }

export type Context = {
  config: Config
  environment: NodeJS.ProcessEnv
  terminal: Terminal
  services: Services
  /** The channel of the command's calls. */
  channel: Channel
  /** @throws CommandError if there is no such account */
  findUser: (name: string) => Promise<NamedAccount>
}

/** The output of a command: for people, and with `--json` for programs. */
export type Report = {
  text: string
  json: object
  /** Whether the command exits with 1 although it did its work, because of what it found. */
  isFailure?: boolean
}

type CommandOn<Needs extends keyof Context> = (
  context: Pick<Context, Needs>,
  input: Input,
) => Promise<Report>

export type Command = {
  /** Its words, such as `user list`. */
  name: string
  /** In order; one in brackets is optional: `[ID]`. */
  operands: readonly string[]
  options: Readonly<Record<string, Option>>
  /** One line. */
  summary: string
  /** For its own help page. */
  details: string
} & (
  | { needs: 'services'; run: CommandOn<keyof Context> }
  /** Opens the database itself, which may be damaged or missing. */
  | { needs: 'config'; run: CommandOn<'config' | 'environment' | 'terminal'> }
)
