import type { Client } from '#contract/core/client.ts'
import type { Texts } from '#cli/core/texts.ts'

/** A wrong use of the command line. The message is a sentence for the user. */
export class UsageError extends Error {}

/** Something that the user asked for and that cannot be done. The message is a sentence for them. */
export class CommandError extends Error {}

/** No server, or no token for it. The message says how to log in. */
export class LogInError extends Error {}

/** The standard output cannot be written, such as on a full disk. The message is the reason. */
export class WriteError extends Error {}

/** The reader of the standard output has closed it, as `head` does. */
export class ReaderGoneError extends Error {}

/** What a word of the command line is, for its completion. */
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
  /** What its value is. */
  takes?: WordKind
  /** A letter that stands for it, after one hyphen. */
  short?: string
}

export type Input = {
  operands: readonly string[]
  /** The value of an option with one. */
  text: (option: string) => string | undefined
  /** Whether an option was given. */
  has: (option: string) => boolean
}

/** A server, with the token to use it by. */
export type Server = {
  /** The name that the user gave it; undefined if it comes from the environment. */
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
  /** Whether the answer is JSON. */
  isForPrograms: boolean
  /** Writes a line to the standard error, where it cannot control the terminal. */
  say: (line: string) => void
  /**
   * Writes a part of the answer at once, before the report.
   *
   * @throws ReaderGoneError if the reader has closed the pipe
   * @throws WriteError if it cannot be written
   */
  write: (text: string | Uint8Array) => Promise<void>
  /** Connects to the server that the user has chosen. @throws LogInError if there is none */
  connect: () => Connection
}

/** The program's exit codes, besides 0. */
export const exitCodes = { failed: 1, misused: 2, loggedOut: 3, conflict: 4, stopped: 130 } as const

/** What a command answers: for people, and with `--json` for programs. */
export type Report = {
  /** Before the text, for people: may have styles, so texts of users in it are shown by `toOneLine`. */
  head?: string
  text: string
  json: object
  /** By which the program ends; 0 if it is missing. */
  exitCode?: number
  /** What is done once it is written. */
  afterwards?: () => Promise<void>
}

export type Command = {
  name: CommandName
  /** How many operands it takes. */
  operands: { least: number; most: number }
  /** What each operand is; the last kind holds for all further ones. */
  takes?: readonly WordKind[]
  options: { readonly [Name in OptionName]?: Option }
  run: (context: Context, input: Input) => Promise<Report | undefined>
}

export type CommandName = keyof Texts['commands']
/** An option has the same text in every command. */
export type OptionName = keyof Texts['options']
