import { wrapText } from '#contract/core/wrap-text.ts'
import type { Command, Option } from '#server/operate/admin/define-command.ts'
import { nameCommand } from '#server/config/name-command.ts'
import { commonOptions } from '#server/operate/admin/parse-arguments.ts'

const program = nameCommand('admin')

const head = `promptshelf-admin: look after a Promptshelf server from its command line.

Usage: ${program} COMMAND [OPTION...]
       ${program} help COMMAND

Reads the same variables as the server (DATA_DIR, DATABASE_URL, SMTP_URL and the
others; a .env file, too). Works beside the running server: with SQLite on its
machine, as its user; with PostgreSQL from anywhere. USER is the e-mail address
or the id of an account.
`

const foot = `
Options of every command:
${list(Object.entries(commonOptions).map(toRow))}

What is done to an account is in its activity, which its user sees in the
profile. No command sets or shows a password.

Ends with 0; with 1 if it failed, or check found a fault; with 2 if it was used
wrongly.
`

/** The help of all commands. */
export function writeHelp(commands: readonly Command[]): string {
  return `${head}
Commands:
${list(commands.map((command) => [toUsage(command), command.summary]))}
${foot}`
}

/** The help page of one command. */
export function writeCommandHelp(command: Command): string {
  const { summary, details, options } = command
  const hasOptions = Object.keys(options).length > 0 ? ' [OPTION...]' : ''
  const rows = Object.entries<Option>({ ...options, ...commonOptions }).map(toRow)
  const text = details === '' ? '' : `\n${wrapText(details)}\n`
  return `${summary}

Usage: ${program} ${toUsage(command)}${hasOptions}
${text}
Options:
${list(rows)}
`
}

function toUsage({ name, operands }: Command): string {
  return [name, ...operands].join(' ')
}

function toRow([name, { value, help }]: [string, Option]): [string, string] {
  return [`--${name}${value === undefined ? '' : ` ${value}`}`, help]
}

function list(rows: readonly (readonly [string, string])[]): string {
  const indent = Math.max(...rows.map(([name]) => name.length)) + 4
  return rows
    .map(([name, text]) => `  ${name}`.padEnd(indent) + wrapText(text, indent).trimStart())
    .join('\n')
}
