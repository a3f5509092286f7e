type Style = {
  /** Whether a text is quoted even if YAML requires no quotes. */
  isQuoted?: (text: string) => boolean
  /** Whether texts of several lines are written as block scalars; else in quotes, which simple parsers support too. */
  hasLines?: boolean
}

/**
 * Writes a JSON value as YAML in block style. Parsers of YAML 1.1 and 1.2 read every text as a text: anything that
 * could be read as a number, a date or a boolean is quoted.
 */
export function writeYaml(value: unknown, style: Style = {}): string {
  return `${writeNode(value, '', style).replace(/^\n/, '')}\n`
}

/** Writes what follows `key:` or `-`, beginning with a line break for a list or an object with content. */
function writeNode(value: unknown, indent: string, style: Style): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return ' []'
    return value.map((item) => `\n${indent}-${inItem(item, indent, style)}`).join('')
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, entry]) => entry !== undefined)
    if (entries.length === 0) return ' {}'
    return entries
      .map(([key, entry]) => {
        const written = writeNode(entry, `${indent}  `, style)
        return `\n${indent}${writeText(key, '', { ...style, hasLines: false })}:${written}`
      })
      .join('')
  }
  if (typeof value === 'string') return ` ${writeText(value, indent, style)}`
  return Object.is(value, -0) ? ' -0' : ` ${JSON.stringify(value)}`
}

/** The first line of an item follows its dash. */
function inItem(item: unknown, indent: string, style: Style): string {
  const inner = `${indent}  `
  const written = writeNode(item, inner, style)
  return written.startsWith(`\n${inner}`) ? ` ${written.slice(1 + inner.length)}` : written
}

const plain = /^\p{L}[\p{L}\p{M}\p{N} _./,;()'’+*=-]*$/u
const id = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const otherType = /^(?:true|false|null|yes|no|on|off|y|n)$/i

function writeText(text: string, indent: string, { isQuoted, hasLines }: Style): string {
  const mayBePlain = text.length < 1000 && (plain.test(text) || id.test(text))
  if (mayBePlain && !otherType.test(text) && !text.endsWith(' ') && !isQuoted?.(text)) return text
  return hasLines && canBeLines(text) ? writeLines(text, indent) : quote(text)
}

/** Characters that would not survive in a block scalar: those that YAML does not call printable. */
// oxlint-disable-next-line no-control-regex
const unprintable = /[\0-\x08\x0B-\x1F\x7F-\x9F\u2028\u2029\uFEFF\uFFFE\uFFFF]/

function canBeLines(text: string): boolean {
  return (
    text.includes('\n') &&
    !/^\s/.test(text) &&
    !/\n\s+$|[^\S\n]$/.test(text) &&
    !unprintable.test(text)
  )
}

/** Writes a text unchanged, line by line. */
function writeLines(text: string, indent: string): string {
  const lines = text.replace(/\n$/, '').split('\n')
  const indented = lines.map((line) => (line === '' ? '' : (indent || '  ') + line))
  return `${text.endsWith('\n') ? '|' : '|-'}\n${indented.join('\n')}`
}

/** JSON allows these in a text, YAML does not. */
const unsafe = /[\x7F-\x9F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g

function quote(text: string): string {
  return JSON.stringify(text).replaceAll(
    unsafe,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
