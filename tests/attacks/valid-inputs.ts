/** The parts of a JSON schema that the inputs of calls have. */
export type InputSchema = {
  type?: string
  maxLength?: number
  const?: unknown
  enum?: unknown[]
  anyOf?: InputSchema[]
  items?: InputSchema
  properties?: Record<string, InputSchema>
  required?: string[]
}

const uuid = '01a1fc2c-43c7-7eda-9052-213b5df26ec4'
const moment = '2026-01-01T00:00:00.000Z'
const validValues: Record<string, unknown> = {
  appId: uuid,
  attempt: '0'.repeat(32),
  // No server listens there.
  baseUrl: 'http://127.0.0.1:9/',
  color: 'ffffff',
  connectionId: uuid,
  deletedAt: moment,
  email: 'ada@example.com',
  from: 1,
  promptId: uuid,
  runId: uuid,
  search: 'text',
  sessionId: 'x'.repeat(43),
  token: 'x'.repeat(43),
  trashId: uuid,
  uid: 'x'.repeat(43),
  updatedAt: moment,
  writtenAt: moment,
}

/** A valid input with the required fields, and with empty lists. `name`: of the field. */
export function makeValid(schema: InputSchema, name = ''): unknown {
  if (validValues[name] !== undefined) return validValues[name]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.some(({ type }) => type === 'null')) return null
  if (schema.anyOf) return makeValid(schema.anyOf[0] ?? {}, name)
  if (schema.type === 'array') return []
  if (schema.type === 'object') {
    const fields = schema.required ?? []
    const { properties = {} } = schema
    return Object.fromEntries(
      fields.map((field) => [field, makeValid(properties[field] ?? {}, field)]),
    )
  }
  return schema.type === 'string' ? 'x' : 0
}
