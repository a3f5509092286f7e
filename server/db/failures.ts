/** (Extended) result codes of SQLite. */
const sqlite = {
  busy: 5,
  readOnly: 8,
  interrupted: 9,
  ioError: 10,
  full: 13,
  cannotOpen: 14,
  protocol: 15,
} as const
const sqliteDamaged = new Set([11, 26])
const sqliteUnique = new Set([1555, 2067])
const sqliteForeignKey = 787
const postgresReadOnly = '25006'
const postgresUnavailable =
  /^(?:08|53|57P0[1-5]|57014|25006|25P0[34]|55P03|40001|40P01|58030|ECONN|ENET|EHOST|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|ENOENT)/
const connectionLost =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout)/

/** The codes of Node and OpenSSL for rejected certificates. */
const untrusted = /^(?:ERR_TLS_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/

/** A statement that was ended because it took too long, or whose process has ended. */
export class SqliteInterruptedError extends Error {
  readonly code = 'ERR_SQLITE_ERROR'
  readonly errcode = sqlite.interrupted

  constructor() {
    super('The statement took too long, or its process has ended.')
  }
}

/** Whether another connection's lock keeps SQLite from continuing. */
export function isBusy(error: unknown): boolean {
  return sqliteCode(error) === sqlite.busy
}

/** Whether the database is unreachable or temporarily unable to work. The query is not the cause. */
export function isUnavailable(error: unknown): boolean {
  const primary = sqliteCode(error)
  if (primary !== undefined) return Object.values<number>(sqlite).includes(primary)
  if (!(error instanceof Error)) return false
  return postgresUnavailable.test(codeOf(error) ?? '') || connectionLost.test(error.message)
}

/** Whether PostgreSQL gave up waiting for a lock, because of a deadlock or a timeout. */
export function isLockConflict(error: unknown): boolean {
  return /^(?:40P01|55P03|57014)$/.test(codeOf(error) ?? '')
}

/**
 * Whether PostgreSQL refused a change because the connection leads to a server that is no longer the primary.
 */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === postgresReadOnly
}

/** Whether the file is damaged, or not a SQLite database. */
export function isDamaged(error: unknown): boolean {
  return sqliteDamaged.has(sqliteCode(error) ?? 0)
}

/** Whether PostgreSQL denies access, because of the password, permissions or the name of the database. */
export function isShutOut(error: unknown): boolean {
  return /^(?:28|3D|42501)/.test(codeOf(error) ?? '')
}

/** Whether PostgreSQL has no certificate, or one that cannot be trusted. */
export function isUntrusted(error: unknown): boolean {
  const { message = '' } = error as Partial<Error>
  return untrusted.test(codeOf(error) ?? '') || message.includes('does not support SSL')
}

/** Whether a row with the same unique key exists. */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === '23505' || sqliteUnique.has(extendedSqliteCode(error) ?? 0)
}

/** Whether a row refers to one that does not exist. */
export function isForeignKeyViolation(error: unknown): boolean {
  return codeOf(error) === '23503' || extendedSqliteCode(error) === sqliteForeignKey
}

/** The properties that identify a failure, in a form that can be sent to another thread. */
export type SqliteFailure = {
  message: string
  code: string | undefined
  errcode: number | undefined
}

export function toSqliteFailure(error: unknown): SqliteFailure {
  const message = error instanceof Error ? error.message : String(error)
  return { message, code: codeOf(error), errcode: extendedSqliteCode(error) }
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

function sqliteCode(error: unknown): number | undefined {
  const extended = extendedSqliteCode(error)
  return extended === undefined ? undefined : extended & 0xff
}

function extendedSqliteCode(error: unknown): number | undefined {
  if (codeOf(error) !== 'ERR_SQLITE_ERROR') return undefined
  if (!(error instanceof Error) || !('errcode' in error)) return undefined
  return typeof error.errcode === 'number' ? error.errcode : undefined
}
