import { problemOf } from '#contract/variables/fill-in.ts'
import { limits } from '#contract/limits.ts'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'

/** `:name`, `:name="text"`, `:name=["a", "b"]` */
const property = /:\s*(\w+)(?:\s*=\s*("(?:[^"\\]|\\.)*"|'[^']*'|\[[^\][]*\]|[^:]*))?/g

const kinds: Record<string, string> = {
  textarea: 'long',
  select: 'choice',
  number: 'number',
  range: 'number',
  checkbox: 'switch',
  date: 'date',
}

/**
 * The setting that Open WebUI's `type:property=value…` stands for. Types that have no kind of ours are texts.
 * Undefined where it is not of that form.
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
  switch (kinds[type]) {
    case 'long':
      return { ...asText, kind: 'long' }
    case 'choice': {
      const options = optionsOf(given.get('options') ?? '')
      if (options.length === 0 || options.length > limits.variableOptions) return asText
      const isOpen = start !== '' && !options.includes(start)
      return {
        ...asText,
        kind: 'choice',
        options: options.map((value) => ({ value })),
        ...(isOpen && { open: true }),
      }
    }
    case 'number': {
      const [min, max, step] = ['min', 'max', 'step'].map((key) => numberOf(text(key)))
      const setting = {
        ...asText,
        kind: 'number',
        ...(min !== undefined && { min }),
        ...(max !== undefined && { max }),
        ...(step !== undefined && step > 0 && { step }),
      }
      return problemOf({ ...setting, required: false }, start) ? asText : setting
    }
    case 'switch': {
      const isOn = ['true', 'on', '1'].includes(start.toLowerCase())
      return { name, kind: 'switch', on: 'true', off: 'false', ...(isOn && { default: 'on' }) }
    }
    case 'date':
      return { ...asText, kind: 'date', default: start, format: 'iso' }
    default:
      return asText
  }
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
