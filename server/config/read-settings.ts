import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { ConfigError } from '#server/config/config.ts'

/**
 * Reads a JSON file that an operator can replace, named by an environment variable.
 *
 * @throws ConfigError naming the first invalid field and, by the schema's messages, its allowed values
 */
export async function readSettings<Schema extends z.ZodMiniType>(
  variable: string,
  file: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`${variable} is ${JSON.stringify(file)}: ${toReason(error)}.`)
  })
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    const [, line, column] = /line (\d+) column (\d+)/.exec((error as Error).message) ?? []
    const place = line === undefined ? '' : ` (line ${line}, column ${column})`
    throw new ConfigError(`${variable} is ${JSON.stringify(file)}: it is not JSON${place}.`)
  }
  const result = z.safeParse(schema, content)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const path = issue?.path ?? []
  const place = path.length === 0 ? 'the whole' : path.join('.')
  const held = shown(path.reduce<unknown>(step, content))
  throw new ConfigError(
    `${variable} is ${JSON.stringify(file)}; in it, ${place} is ${held}; it may be ${issue?.message}.`,
  )
}

function toReason({ code }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'there is no such file'
  return code === 'EISDIR' ? 'it is not a file' : `it cannot be read by this user (${code})`
}

function step(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

/** Describes a value in a few words, for an error message of one line. */
function shown(value: unknown): string {
  if (value === undefined) return 'not set'
  if (Array.isArray(value)) return `a list of ${value.length}`
  return typeof value === 'object' && value !== null ? 'an object' : JSON.stringify(value)
}
