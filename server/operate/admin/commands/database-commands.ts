import { copyDatabase } from '#server/operate/admin/copy/copy-database.ts'
import { UsageError, type Command } from '#server/operate/admin/define-command.ts'
import { toTable } from '#server/operate/admin/format-text.ts'
import { readSecret, type DatabaseLocation } from '#server/config/config.ts'
import { isUnsafeDatabase } from '#server/config/unsafe-connections.ts'

export const databaseCommands: readonly Command[] = [
  {
    name: 'database copy',
    operands: ['[TARGET]'],
    options: {},
    summary: 'Copy everything from SQLite to PostgreSQL, or back.',
    details:
      'From the database of DATABASE_URL or DATA_DIR to TARGET: a postgres:// address, or the path of a file. Since others ' +
      'on the machine can see arguments in the list of processes, set an address with a password in TARGET_DATABASE_URL, ' +
      'or in the file named by TARGET_DATABASE_URL_FILE. ' +
      'Every server has to be stopped, and TARGET empty. The source is not changed; every row of the copy is read again ' +
      'and compared. If it fails, TARGET is empty, and the command can be repeated.',
    needs: 'config',
    run: async ({ config, environment, terminal }, { operands, has }) => {
      const target = toLocation(
        operands['TARGET'] ?? readSecret(environment, 'TARGET_DATABASE_URL'),
      )
      if (target.kind === 'postgres' && !config.insecureDatabase && isUnsafeDatabase(target.url)) {
        throw new UsageError(
          'TARGET is on another machine: its address needs sslmode=verify-full, or INSECURE_DATABASE=on.',
        )
      }
      const report = (line: string) => {
        if (!has('json')) terminal.err(`${line}\n`)
      }
      const tables = await copyDatabase(config.database, target, report)
      const rows = tables.map(({ table, rows: count, digest }) => [
        table,
        count,
        digest.slice(0, 16),
      ])
      const next =
        target.kind === 'postgres'
          ? 'Start the server with its address as DATABASE_URL.'
          : 'Start the server without DATABASE_URL, and with its folder as DATA_DIR.'
      const table = toTable(['table', 'rows', 'SHA-256'], rows)
      return { text: `${table}\nThe copy is identical, row by row. ${next}`, json: { tables } }
    },
  },
]

function toLocation(target: string | undefined): DatabaseLocation {
  if (target === undefined || target === '') throw new UsageError('database copy needs TARGET.')
  if (/^postgres(?:ql)?:/.test(target) && URL.canParse(target)) {
    return { kind: 'postgres', url: target }
  }
  if (/^[a-z]+:\/\//i.test(target)) {
    throw new UsageError('TARGET may be a postgres:// address, or the path of a file.')
  }
  return { kind: 'sqlite', file: target }
}
