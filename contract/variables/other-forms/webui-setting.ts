import { problemOf } from '#contract/variables/fill-in.ts'
import { beginsToday, kinds, variableKinds } from '#contract/variables/kinds.ts'
import { limits } from '#contract/core/limits.ts'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'

/** `:name`, `:name="text"`, `:name=["a", "b"]` */
const property = /:\s*(\w+)(?:\s*=\s*("(?:[^"\\]|\\.)*"|'[^']*'|\[[^\][]*\]|[^:]*))?/g

/**
 * Converts Open WebUI's `type:property=value…` to a setting. Types without a matching kind become texts. Undefined if the
 * text has another form.
 */
export function toSetting(name: string, written: string): VariableSetting | undefined {
  const type = /^\w[\w-]*/.exec(written)?.[0] ?? ''
  const rest = written.slice(type.length)
  if (type === '' || !/^\s*(?::|$)/.test(rest)) return undefined
  if (rest.length > limits.variableTextLength) return undefined
  const given = new Map(
    [...rest.matchAll(property)].map(([, key = '', value = '']) => [key, value.trim()]),
  )
  const text = (key: string) => unquote(given.get(key) ?? '')
  const start = text('default')
  const shared = {
    ...(text('placeholder') && { help: text('placeholder') }),
    ...(given.has('required') && text('required') !== 'false' && { required: true }),
  }
  const asText = { name, kind: 'text', ...shared, ...(start && { default: start }) }
  const kind = variableKinds.find((one) => kinds[one].inputTypes.includes(type)) ?? 'text'
  const uses = new Set(kinds[kind].fields)
  if (uses.has('on')) {
    const isOn = ['true', 'on', '1'].includes(start.toLowerCase())
    return { name, kind, on: 'true', off: 'false', ...(isOn && { default: 'on' }) }
  }
  if (uses.has('options')) {
    const options = optionsOf(given.get('options') ?? '')
    if (options.length === 0 || options.length > limits.variableOptions) return asText
    const isOpen = start !== '' && !options.includes(start)
    const listed = options.map((value) => ({ value }))
    return { ...asText, kind, options: listed, ...(isOpen && { open: true }) }
  }
  const [min, max, step] = ['min', 'max', 'step'].map((key) => numberOf(text(key)))
  const setting = {
    ...asText,
    kind,
    ...(uses.has('min') && min !== undefined && { min }),
    ...(uses.has('max') && max !== undefined && { max }),
    ...(uses.has('step') && step !== undefined && step > 0 && { step }),
    ...(uses.has('format') && { format: 'iso' }),
    ...(beginsToday({ name, kind }) && { default: start }),
  }
  return problemOf({ ...setting, required: false }, start) ? asText : setting
}

function optionsOf(written: string): string[] {
  const listed = parseJson(written)
  const options = Array.isArray(listed)
    ? listed.map(String)
    : written
        .replaceAll(/^\[|\]$/g, '')
        .split(',')
        .map((option) => unquote(option.trim()))
  return options.filter((option) => option !== '')
}

function unquote(written: string): string {
  const parsed = written.startsWith('"') ? parseJson(written) : undefined
  if (typeof parsed === 'string') return parsed
  return /^(["']).*\1$/.test(written) && written.length > 1 ? written.slice(1, -1) : written
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function numberOf(text: string): number | undefined {
  const number = text === '' ? NaN : Number(text)
  return Number.isFinite(number) ? number : undefined
}
