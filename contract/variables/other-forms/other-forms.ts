import { readCode } from '#contract/variables/code-in-braces.ts'
import { limits } from '#contract/core/limits.ts'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import type { Change } from '#contract/variables/variable-edits.ts'
import { toSetting } from './webui-setting.ts'

/**
 * The variable syntaxes of other tools: prompts.chat and VS Code `${name:default}`, VS Code also `${input:name:hint}`,
 * many `{{name}}`, Open WebUI that with a type, espanso `[[name]]`, Raycast `{argument name="…"}`.
 */
export const certainForms = ['dollar', 'input', 'double', 'square', 'argument'] as const
/** Placeholders that people write by hand. They often mean something else. */
export const possibleForms = ['brackets', 'angles'] as const

export type OtherForm = (typeof certainForms)[number] | (typeof possibleForms)[number]

/** A variable in another tool's form. */
export type ForeignVariable = {
  form: OtherForm
  from: number
  to: number
  name: string
  setting: VariableSetting | undefined
}

type ParsedVariable = Pick<ForeignVariable, 'form' | 'name' | 'setting'>

/** Matches one level of braces, on one line, so that candidates cannot overlap. */
const braced = /\$?\{\{[^{}\n]*\}\}|\$?\{[^{}\n]*\}|\[\[[^[\]\n]*\]\]/g
const handWritten = /\[([^[\]{}\n]{2,60})\](?![([:])|<([^<>{}\n]{2,60})>/g

const plainName = /^[\p{L}\p{N}_][\p{L}\p{N}_ .,'’/&-]*$/u
const inputForm = /^input:([^:]+)(?::(.*))?$/
/** Built-in variables of editors and shells. */
const toolWords =
  /^(?:env|config|command|workspaceFolder\w*|workspaceRoot|file\w*|selectedText|selection)$/
/** `${path:0:3}`, `${x:-y}`, `${price:.2f}` */
const notDefault = /^(?:[-+=?]|\.\d|\d+:\d+$)/
const templateLanguage = /\{\{[#/^!>&~]|\{%/
/** Jinja filters: `upper`, `default("formal") | title`. With a colon, it is another tool's type. */
const filters = /^\w+(?:\([^()]*\))?(?:\s*\|\s*\w+(?:\([^()]*\))?)*$/
const argumentForm = /^\{argument((?:\s+\w+\s*=\s*"[^"]*")+)\s*\}$/
/** The maximum number of words in a handwritten placeholder, such as `[your company's name]`. */
const mostWords = 5
const htmlNames = new Set(
  'br hr img input meta link a p b i u div span ul ol li em strong code pre h1 h2 h3 h4 html head body table tr td th'.split(
    ' ',
  ),
)

/** Finds other tools' variables in a text, in order, in time linear in its length. */
export function findOtherForms(
  text: string,
  forms: readonly OtherForm[] = certainForms,
): ForeignVariable[] {
  const found: ForeignVariable[] = []
  const isWanted = new Set<OtherForm>(forms)
  if (certainForms.some((form) => isWanted.has(form))) {
    const code = readCode(text)
    const isTemplate = templateLanguage.test(text)
    const lines = readLines(text)
    for (const { 0: source, index: from } of text.matchAll(braced)) {
      const to = from + source.length
      // Inside further braces or brackets, the converted variable would match one of these forms again.
      if (/[{$\\]/.test(text[from - 1] ?? '') || text[to] === '}') continue
      // An Obsidian image or a Markdown link.
      if (
        source.startsWith('[[') &&
        (/[[!]/.test(text[from - 1] ?? '') || /[\](]/.test(text[to] ?? ''))
      )
        continue
      const isInCode = code.isInCode(from)
      const reading = read(source, {
        isInCode,
        isTemplate,
        isCodeLine: () => isInCode || lines.looksLikeCode(from),
        isAssigned: text[from - 1] === '=',
      })
      if (reading && isWanted.has(reading.form)) found.push({ ...reading, from, to })
    }
  }
  if (isWanted.has('brackets') || isWanted.has('angles')) {
    found.push(...findHandWritten(text).filter(({ form }) => isWanted.has(form)))
    found.sort((one, other) => one.from - other.from)
  }
  return found
}

type Context = {
  isInCode: boolean
  isTemplate: boolean
  isCodeLine: () => boolean
  isAssigned: boolean
}

function read(source: string, context: Context): ParsedVariable | undefined {
  if (source.startsWith('[[')) {
    const name = nameOf(source.slice(2, -2))
    return name === undefined || context.isCodeLine() ? undefined : plain('square', name)
  }
  if (source.startsWith('{{')) {
    if (context.isTemplate || context.isInCode || context.isAssigned) return undefined
    return readDouble(source.slice(2, -2))
  }
  if (source.startsWith('${{')) return undefined
  if (source.startsWith('${')) return readDollar(source.slice(2, -1), context)
  return readArgument(source)
}

function readDouble(inside: string): ParsedVariable | undefined {
  const bar = inside.indexOf('|')
  const name = nameOf(bar === -1 ? inside : inside.slice(0, bar))
  if (name === undefined || name === 'else' || name === 'this') return undefined
  if (bar === -1) return plain('double', name)
  const written = inside.slice(bar + 1).trim()
  const setting = toSetting(name, written) ?? readFilters(name, written)
  return setting && { form: 'double', name, setting: isPlain(setting) ? undefined : setting }
}

/** Reads Jinja's filters. Only `default("…")` affects the setting. Undefined if the text is not a filter. */
export function readFilters(name: string, written: string): VariableSetting | undefined {
  if (written.length > limits.variableTextLength || !filters.test(written)) return undefined
  const [, , start] = /\b(?:default|d)\(\s*(["'])(.*?)\1/.exec(written) ?? []
  return { name, kind: 'text', ...(start && { default: start }) }
}

function readDollar(inside: string, { isCodeLine }: Context): ParsedVariable | undefined {
  const [, input, hint] = inputForm.exec(inside) ?? []
  if (input !== undefined) {
    const name = nameOf(input)
    return name === undefined ? undefined : withText('input', name, 'help', hint)
  }
  const colon = inside.indexOf(':')
  const name = nameOf(colon === -1 ? inside : inside.slice(0, colon))
  if (name === undefined || name.includes('.') || toolWords.test(name)) return undefined
  if (colon === -1) return /^\d/.test(name) || isCodeLine() ? undefined : plain('dollar', name)
  const rest = inside.slice(colon + 1)
  return notDefault.test(rest) ? undefined : withText('dollar', name, 'default', rest)
}

function readArgument(source: string): ParsedVariable | undefined {
  const [, written] = argumentForm.exec(source) ?? []
  if (written === undefined) return undefined
  const values = new Map(
    [...written.matchAll(/(\w+)\s*=\s*"([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
  )
  const name = nameOf(values.get('name') ?? 'argument')
  if (name === undefined) return undefined
  const options = (values.get('options') ?? '').split(',').map((option) => option.trim())
  const offered = options.filter((option) => option !== '')
  const start = values.get('default')
  if (offered.length === 0) return withText('argument', name, 'default', start)
  if (offered.length > limits.variableOptions) return undefined
  return {
    form: 'argument',
    name,
    setting: {
      name,
      kind: 'choice',
      options: offered.map((value) => ({ value })),
      ...(start && { default: start }),
      ...(start && !offered.includes(start) && { open: true }),
    },
  }
}

function findHandWritten(text: string): ForeignVariable[] {
  const closed = new Set(
    [...text.matchAll(/<\/([^<>\n]{1,60})>/g)].map(([, name = '']) => name.trim()),
  )
  return [...text.matchAll(handWritten)].flatMap(
    ({ 0: source, 1: bracketed, 2: angled, index }) => {
      const name = nameOf(bracketed ?? angled ?? '')
      const before = text[index - 1] ?? ''
      if (name === undefined || !/^\p{L}/u.test(name) || isProse(name)) return []
      if (bracketed !== undefined && /[\p{L}\p{N}_\])!\\]/u.test(before)) return []
      if (angled !== undefined && (closed.has(angled) || htmlNames.has(angled.toLowerCase())))
        return []
      if (angled !== undefined && /[\p{L}\p{N}_<]/u.test(before)) return []
      const form = bracketed === undefined ? 'angles' : 'brackets'
      return [{ form, name, setting: undefined, from: index, to: index + source.length }]
    },
  )
}

/** Whether words in brackets are probably an aside rather than a name. */
function isProse(name: string): boolean {
  return name.split(' ').length > mostWords || /[.,] /.test(name)
}

/**
 * Converts other tools' variables to our form. Returns the changes of the text, and the first setting of each name.
 * `ambiguous`: the names with a different default later.
 */
export function convertVariables(found: readonly ForeignVariable[]): {
  changes: Change[]
  settings: VariableSetting[]
  ambiguous: Set<string>
} {
  const settings = new Map<string, VariableSetting>()
  const ambiguous = new Set<string>()
  for (const { name, setting } of found) {
    if (!setting) continue
    const first = settings.get(name)
    if (!first) settings.set(name, setting)
    else if (first.default !== setting.default) ambiguous.add(name)
  }
  return {
    changes: found.map(({ from, to, name }) => ({ from, to, insert: `{${name}}` })),
    settings: [...settings.values()],
    ambiguous,
  }
}

/** An example of a form, to show to users. */
export function exampleOf(form: OtherForm): string {
  return {
    dollar: '${name:default}',
    input: '${input:name}',
    double: '{{name}}',
    square: '[[name]]',
    argument: '{argument name="…"}',
    brackets: '[NAME]',
    angles: '<name>',
  }[form]
}

function nameOf(written: string): string | undefined {
  const name = written.trim().replaceAll(/\s+/g, ' ')
  return name.length <= limits.nameLength && plainName.test(name) ? name : undefined
}

function plain(form: OtherForm, name: string): ParsedVariable {
  return { form, name, setting: undefined }
}

/** Undefined if the text exceeds the length limit of a setting. */
function withText(
  form: OtherForm,
  name: string,
  field: 'default' | 'help',
  written: string | undefined,
): ParsedVariable | undefined {
  const text = written?.trim() ?? ''
  if (text === '') return plain(form, name)
  if (text.length > limits.variableTextLength) return undefined
  return { form, name, setting: { name, kind: 'text', [field]: text } }
}

function isPlain(setting: VariableSetting): boolean {
  return setting.kind === 'text' && Object.keys(setting).length === 2
}

/** Checks lines for code. Positions must not decrease between calls. */
function readLines(text: string) {
  let to = -1
  let isCode = false
  return {
    looksLikeCode(at: number): boolean {
      if (at >= to) {
        const from = text.lastIndexOf('\n', at) + 1
        const end = text.indexOf('\n', at)
        to = end === -1 ? text.length + 1 : end
        isCode = codeMarks.test(text.slice(from, to))
      }
      return isCode
    },
  }
}

/** Inline code and template strings, statements, assignments, commands of a shell. */
const codeMarks = /`|[;{]\s*$|=>|^\s*(?:[$#>]\s|sudo |echo |export |cd |curl )|\$\(/
