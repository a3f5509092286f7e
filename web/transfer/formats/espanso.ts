import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import { collect } from './collect.ts'
import type { Format, TextFile } from './format.ts'
import { readYaml } from './read-yaml.ts'
import { isFields, listOf, textIn, type Fields } from './shapes.ts'
import { clipboardPath } from './text.ts'

/** A match file: `matches`, each with `replace` or `form`, and `global_vars`. */
export const espanso: Format = {
  id: 'espanso',
  detect: (files) =>
    files.filter(({ path, text }) =>
      path === clipboardPath
        ? /^matches:\s*\n\s+- /.test(text)
        : /\.ya?ml$/i.test(path) && /^(?:matches|global_vars):/m.test(text),
    ),
  read(files, options) {
    const { add, tell, result } = collect('espanso', options)
    for (const file of files) {
      const yaml = readYaml(file.text)
      if ('problem' in yaml) {
        const { code, ...details } = yaml.problem
        tell(code, file.path, details)
        continue
      }
      if (!isFields(yaml.value)) {
        tell('entry_invalid', file.path)
        continue
      }
      const globals = readVariables(yaml.value['global_vars'])
      for (const match of listOf(yaml.value['matches'])) {
        const line = lineOf(file, match)
        const at = line === undefined ? {} : { line }
        if (!isFields(match)) {
          tell('entry_invalid', file.path, at)
          continue
        }
        const variables = new Map([...globals, ...readVariables(match['vars'])])
        const { text, settings, simplified } = readText(match, variables)
        if (text === undefined) {
          // An image, a script's output or nothing.
          tell('prompt_missing', file.path, at)
          continue
        }
        for (const name of simplified) tell('variable_simplified', file.path, { ...at, name })
        add({
          file: file.path,
          ...at,
          name: textIn(match, 'label') ?? triggersOf(match)[0],
          text,
          notes: notesOf(match),
          settings,
        })
      }
    }
    return result()
  },
}

type Variable = { type: string; params: Fields }

function readVariables(value: unknown): Map<string, Variable> {
  return new Map(
    listOf(value)
      .filter(isFields)
      .map((given) => [
        textIn(given, 'name') ?? '',
        {
          type: textIn(given, 'type') ?? '',
          params: isFields(given['params']) ? given['params'] : {},
        },
      ]),
  )
}

type Reading = {
  text: string | undefined
  settings: VariableSetting[]
  /** Variables that a program fills in, or in a way that we do not know. */
  simplified: string[]
}

function readText(match: Fields, variables: ReadonlyMap<string, Variable>): Reading {
  const form = textIn(match, 'form')
  if (form !== undefined) {
    const text = unescape(form.replaceAll(formField, (_source, name: string) => `{${name.trim()}}`))
    return { text, settings: readFields(match['form_fields']), simplified: [] }
  }
  const replace = textIn(match, 'replace', 'markdown', 'html')
  const settings: VariableSetting[] = []
  const simplified: string[] = []
  const text = replace?.replaceAll(injected, (source, name: string, field?: string) => {
    const variable = variables.get(name)
    if (variable === undefined) return source
    if (variable.type === 'form') {
      settings.push(...readFields(variable.params['fields']))
      return `{${field ?? name}}`
    }
    const setting = toSetting(name, variable)
    if (setting) settings.push(setting)
    else if (variable.type !== 'clipboard') simplified.push(name)
    return `{${name}}`
  })
  return { text: text === undefined ? undefined : unescape(text), settings, simplified }
}

const formField = /\[\[([\w ]+)\]\]/g
const injected = /(?<!\\)\{\{\s*(\w+)(?:\.(\w+))?\s*\}\}/g

/** Where the cursor goes is no text, nor is the end of YAML's last line. */
function unescape(text: string): string {
  return text
    .replace('$|$', '')
    .replaceAll(/\\([{}])/g, '$1')
    .replace(/\n$/, '')
}

function toSetting(name: string, { type, params }: Variable): VariableSetting | undefined {
  switch (type) {
    case 'echo':
      return { name, kind: 'text', default: textIn(params, 'echo') ?? '' }
    case 'date':
      return { name, kind: 'date' }
    case 'choice':
      return toChoice(name, params['values'])
    case 'random':
      return toChoice(name, params['choices'])
    default:
      return undefined
  }
}

function readFields(value: unknown): VariableSetting[] {
  if (!isFields(value)) return []
  return Object.entries(value)
    .filter((entry): entry is [string, Fields] => isFields(entry[1]))
    .map(([name, field]) => {
      const start = textIn(field, 'default')
      const type = textIn(field, 'type')
      if (type === 'choice' || type === 'list') return toChoice(name, field['values'], start)
      const kind = field['multiline'] === 'true' ? 'long' : 'text'
      return { name, kind, ...(start && { default: start }) }
    })
}

function toChoice(name: string, values: unknown, start?: string): VariableSetting {
  const options = (typeof values === 'string' ? values.split('\n') : listOf(values)).flatMap(
    (value) => {
      if (isFields(value)) {
        const label = textIn(value, 'label')
        const id = textIn(value, 'id') ?? label
        return id === undefined ? [] : { value: id, ...(label && label !== id && { label }) }
      }
      const text = String(value).trim()
      return text === '' ? [] : { value: text }
    },
  )
  const isOpen = start !== undefined && !options.some(({ value }) => value === start)
  return {
    name,
    kind: 'choice',
    options,
    ...(start !== undefined && { default: start }),
    ...(isOpen && { open: true }),
  }
}

function triggersOf(match: Fields): string[] {
  const triggers = listOf(match['triggers']).map(String)
  const one = textIn(match, 'trigger', 'regex')
  return one === undefined ? triggers : [one, ...triggers]
}

function notesOf(match: Fields): string {
  const terms = listOf(match['search_terms']).map((term) => `#${String(term)}`)
  return [triggersOf(match).join(', '), terms.join(' ')].filter((part) => part !== '').join('\n')
}

/** Where a match begins: found by its trigger, for values do not say. */
function lineOf({ text }: TextFile, match: unknown): number | undefined {
  const [trigger] = isFields(match) ? triggersOf(match) : []
  const at = trigger === undefined ? -1 : text.indexOf(trigger)
  return at === -1 ? undefined : text.slice(0, at).split('\n').length
}
