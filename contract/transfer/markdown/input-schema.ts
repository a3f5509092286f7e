import { beginsToday, kindOf, kinds, variableKinds } from '#contract/variables/kinds.ts'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import { isFields, listOf, textIn, type Fields } from '#contract/transfer/markdown/shapes.ts'

/**
 * Reads variable settings from Dotprompt's `input`: `schema`, in Picoschema or JSON Schema, and `default`. Scalars may all
 * be strings, as `readYaml` returns them.
 */
export function settingsOf(input: unknown): VariableSetting[] {
  if (!isFields(input)) return []
  const { schema } = input
  const defaults = isFields(input['default']) ? input['default'] : {}
  const properties = new Map<string, Property>()
  if (isFields(schema)) {
    const isJsonSchema = textIn(schema, 'type') === 'object' || isFields(schema['properties'])
    if (isJsonSchema) readJsonSchema(schema, properties)
    else readPicoschema(schema, properties, (name) => defaults[name] !== undefined)
  }
  for (const name of Object.keys(defaults)) {
    if (!properties.has(name)) properties.set(name, { schema: { type: 'string' }, required: false })
  }
  return [...properties].flatMap(([name, { schema, required }]) => {
    const start = defaults[name] ?? schema['default']
    return toSetting(name, schema, start, required) ?? []
  })
}

type Property = { schema: Fields; required: boolean }

function readJsonSchema(schema: Fields, properties: Map<string, Property>): void {
  const required = listOf(schema['required'])
  for (const [name, property] of Object.entries(schema['properties'] ?? {})) {
    if (isFields(property)) {
      properties.set(name, { schema: property, required: required.includes(name) })
    }
  }
}

/** Reads `name: string, description`, `name?` for optional ones, and `name(enum, description): [a, b]`. */
function readPicoschema(
  schema: Fields,
  properties: Map<string, Property>,
  has: (name: string) => boolean,
): void {
  for (const [key, given] of Object.entries(schema)) {
    const [, written = '', inBrackets] = /^([^(]*)(?:\((.*)\))?$/.exec(key) ?? []
    const name = written.trim().replace(/\?$/, '')
    if (name === '') continue
    // Fields are required by default, which means little for one with a default value.
    const required = !written.trim().endsWith('?') && !has(name)
    const [type, description] = splitType(inBrackets ?? (typeof given === 'string' ? given : ''))
    const about = description === undefined ? {} : { description }
    const property = type === 'enum' ? { enum: listOf(given), ...about } : { type, ...about }
    properties.set(name, { schema: property, required })
  }
}

function splitType(written: string): [type: string, description?: string] {
  const [, type, description] = /^(.*?), *(.*)$/s.exec(written) ?? []
  return type === undefined || description === undefined ? [written.trim()] : [type, description]
}

function toSetting(
  name: string,
  schema: Fields,
  start: unknown,
  required: boolean,
): VariableSetting | undefined {
  const help = textIn(schema, 'description')
  const shared = { ...(help && { help }), ...(required && { required }) }
  const text = scalar(start)
  const options = listOf(schema['enum']).flatMap((value) => scalar(value) ?? [])
  const asText = { name, kind: 'text', ...shared, ...(text && { default: text }) }
  if (options.length > 0) {
    const isOpen = text !== undefined && text !== '' && !options.includes(text)
    const listed = options.map((value) => ({ value }))
    return { ...asText, kind: 'choice', options: listed, ...(isOpen && { open: true }) }
  }
  const types = Array.isArray(schema['type']) ? schema['type'] : [schema['type']]
  if (types.includes('number') || types.includes('integer')) {
    const step = numberIn(schema, 'multipleOf') ?? (types.includes('integer') ? 1 : undefined)
    const min = numberIn(schema, 'minimum')
    const max = numberIn(schema, 'maximum')
    return {
      ...asText,
      kind: 'number',
      ...(min !== undefined && { min }),
      ...(max !== undefined && { max }),
      ...(step !== undefined && step > 0 && { step }),
    }
  }
  if (types.includes('boolean')) {
    const isOn = text === 'true'
    const setting = { name, kind: 'switch', on: 'true', off: 'false', ...(help && { help }) }
    return isOn ? { ...setting, default: 'on' } : setting
  }
  const kind = variableKinds.find(
    (one) => kinds[one].jsonSchema.format === (schema['format'] ?? ''),
  )
  if (kind !== undefined) {
    return {
      ...asText,
      kind,
      ...(kinds[kind].fields.includes('format') && { format: 'iso' }),
      ...(beginsToday({ name, kind }) && { default: text ?? '' }),
    }
  }
  const isPlain = Object.keys(asText).length === 2
  return isPlain ? undefined : asText
}

function scalar(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

function numberIn(schema: Fields, field: string): number | undefined {
  const text = scalar(schema[field])
  const number = text === undefined || text.trim() === '' ? NaN : Number(text)
  return Number.isFinite(number) ? number : undefined
}

/** Writes variables as Dotprompt's `input`, in JSON Schema, which other tools read too. Undefined without variables. */
export function inputOf(
  names: readonly string[],
  settings: ReadonlyMap<string, VariableSetting>,
  nameFor: (name: string) => string,
): Fields | undefined {
  if (names.length === 0) return undefined
  const properties: Record<string, Fields> = {}
  const defaults: Record<string, unknown> = {}
  const required: string[] = []
  for (const name of names) {
    const setting = settings.get(name)
    const key = nameFor(name)
    properties[key] = propertyOf(setting)
    if (setting?.required) required.push(key)
    const start = startOf(setting)
    if (start !== undefined) defaults[key] = start
  }
  return {
    schema: { type: 'object', properties, ...(required.length > 0 && { required }) },
    ...(Object.keys(defaults).length > 0 && { default: defaults }),
  }
}

function propertyOf(setting: VariableSetting | undefined): Fields {
  const { fields, jsonSchema } = kinds[kindOf(setting)]
  const { help, open, options = [], min, max, step } = setting ?? {}
  const offered = options.map(({ value }) => value)
  return {
    ...jsonSchema,
    ...(help && { description: help }),
    ...(fields.includes('options') && { [open ? 'examples' : 'enum']: offered }),
    ...(fields.includes('min') && min !== undefined && { minimum: min }),
    ...(fields.includes('max') && max !== undefined && { maximum: max }),
    ...(fields.includes('step') && step !== undefined && { multipleOf: step }),
  }
}

function startOf(setting: VariableSetting | undefined): unknown {
  if (setting === undefined) return undefined
  const { default: start } = setting
  const { type } = kinds[kindOf(setting)].jsonSchema
  if (type === 'boolean') return start === 'on'
  if (start === undefined || start === '' || beginsToday(setting)) return undefined
  return type === 'number' && String(Number(start)) === start ? Number(start) : start
}

/** Whether an `input` has lists or objects, which variable settings cannot express. */
export function hasMoreThanScalars(input: unknown): boolean {
  if (input === undefined) return false
  if (!isFields(input)) return true
  const schema = input['schema']
  if (schema !== undefined && !isFields(schema)) return true
  const properties = isFields(schema?.['properties']) ? schema['properties'] : (schema ?? {})
  const isDeep = Object.entries(properties).some(([key, property]) => {
    if (isFields(property)) return isFields(property['properties']) || isFields(property['items'])
    return /\((?:array|object)/.test(key)
  })
  const defaults = isFields(input['default']) ? Object.values(input['default']) : []
  return isDeep || defaults.some((value) => typeof value === 'object' && value !== null)
}
