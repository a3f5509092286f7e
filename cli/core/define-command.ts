import type { Client } from '#contract/core/client.ts'
import type { Texts } from '#cli/core/texts.ts'

/** An invalid command line. The message is a sentence for the user. */
export class UsageError extends Error {}

/** A request that cannot be carried out. The message is a sentence for the user. */
export class CommandError extends Error {}

/** No server, or no token for it. The message explains how to log in. */
export class LogInError extends Error {}

/** stdout cannot be written, for example because the disk is full. The message is the reason. */
export class WriteError extends Error {}

/** The reader of stdout has closed it, as `head` does. */
export class ReaderGoneError extends Error {}

/** The kind of a word in the command line, for its completion. */
export type WordKind =
  | 'prompt'
  | 'value'
  | 'set'
  | 'folder'
  | 'item'
  | 'file'
  | 'server'
  | 'site'
  | 'model'
  | 'shell'

export type Option = {
  /** Whether it is followed by a value. */
  hasValue?: true
  /** The kind of its value. */
  takes?: WordKind
  /** A short form: one letter, after one hyphen. */
  short?: string
}

export type Input = {
  operands: readonly string[]
  /** The value of an option with one. */
  text: (option: string) => string | undefined
  /** Whether an option was given. */
  has: (option: string) => boolean
}

/** A server, with the token for it. */
export type Server = {
  /** The user's name for it; undefined if it comes from the environment. */
  name?: string
  /** Its origin. */
  url: string
  token: string
}

export type Connection = { client: Client; server: Server }

export type Context = {
  environment: NodeJS.ProcessEnv
  /** In the user's language. */
  texts: Texts
  /** BCP 47, for dates and numbers. */
  locale: string
  /** Whether the output is JSON. */
  isForPrograms: boolean
  /** Writes a line to stderr, without control characters. */
  say: (line: string) => void
  /**
   * Writes a part of the output immediately, before the report.
   *
   * @throws ReaderGoneError if the reader has closed the pipe
   * @throws WriteError if it cannot be written
   */
  write: (text: string | Uint8Array) => Promise<void>
  /** Connects to the chosen server. @throws LogInError if there is none */
  connect: () => Connection
}

/** The program's exit codes other than 0. */
export const exitCodes = { failed: 1, misused: 2, loggedOut: 3, conflict: 4, stopped: 130 } as const

/** The output of a command: for people, and with `--json` for programs. */
export type Report = {
  /** Printed before the text, for people: may contain styles, so texts of users in it are escaped with `toOneLine`. */
  head?: string
  text: string
  json: object
  /** The exit code. Default: 0. */
  exitCode?: number
  /** Called once it is written. */
  afterwards?: () => Promise<void>
}

export type Command = {
  name: CommandName
  /** The number of operands that it accepts. */
  operands: { least: number; most: number }
  /** The kind of each operand; the last kind applies to all further ones. */
  takes?: readonly WordKind[]
  options: { readonly [Name in OptionName]?: Option }
  run: (context: Context, input: Input) => Promise<Report | undefined>
}

export type CommandName = keyof Texts['commands']
/** An option has the same text in every command. */
export type OptionName = keyof Texts['options']
