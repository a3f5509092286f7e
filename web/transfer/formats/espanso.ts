import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import { collect, type Collection } from '#contract/transfer/formats/collect.ts'
import type { Format, TextFile } from '#contract/transfer/formats/format.ts'
import { foldersOf, stemOf } from '#contract/transfer/formats/paths.ts'
import { readYaml } from '#contract/transfer/formats/read-yaml.ts'
import { isFields, listOf, textIn, type Fields } from '#contract/transfer/markdown/shapes.ts'
import { clipboardPath } from '#contract/transfer/formats/text.ts'

/** Match files: `matches`, each with `replace` or `form`, and `global_vars`. */
export const espanso: Format = {
  id: 'espanso',
  detect: (files) =>
    files.filter(({ path, text }) =>
      path === clipboardPath
        ? /^matches:\s*\n\s+- /.test(text)
        : /\.ya?ml$/i.test(path) && /^(["']?)(?:matches|global_vars)\1[ \t]*:/m.test(text),
    ),
  read(files, options) {
    const { add, report, result } = collect('espanso', options)
    for (const file of files) {
      const yaml = readYaml(file.text)
      const isBroken = 'problem' in yaml && yaml.problem.code === 'yaml_broken'
      const fields =
        'value' in yaml ? yaml.value : isBroken ? readSeparately(file, report) : undefined
      if (!isFields(fields)) {
        const { code, ...details } =
          'problem' in yaml ? yaml.problem : { code: 'entry_invalid' as const }
        report(code, file.path, details)
        continue
      }
      const folders = files.length > 1 ? foldersOfMatches(file.path) : foldersOf(file.path)
      const globals = readVariables(fields['global_vars'])
      for (const match of listOf(fields['matches'])) {
        const line = lineOf(file, match)
        const at = line === undefined ? {} : { line }
        if (!isFields(match)) {
          report('entry_invalid', file.path, at)
          continue
        }
        const variables = new Map([...globals, ...readVariables(match['vars'])])
        const { text, settings, simplified } = readText(match, variables)
        if (text === undefined) {
          // Skips a match that inserts an image, the output of a script, or nothing.
          report('prompt_missing', file.path, at)
          continue
        }
        for (const name of simplified) report('variable_simplified', file.path, { ...at, name })
        add({
          file: file.path,
          ...at,
          name: textIn(match, 'label') ?? triggersOf(match)[0],
          command: textIn(match, 'trigger') ?? triggersOf({ triggers: match['triggers'] })[0],
          text,
          notes: notesOf(match),
          folders,
          settings,
        })
      }
    }
    return result()
  },
}

/** Returns the folders of a file, with one for the file or package itself. Leaves out the version of a package. */
function foldersOfMatches(path: string): string[] {
  const folders = foldersOf(path)
  if (stemOf(path) !== 'package') return [...folders, stemOf(path)]
  return /^\d+(?:\.\d+)+$/.test(folders.at(-1) ?? '') ? folders.slice(0, -1) : folders
}

/**
 * Parses the entries of a malformed file separately, to keep the valid ones. Returns undefined if none is.
 */
function readSeparately(
  { path, text }: TextFile,
  report: Collection['report'],
): Fields | undefined {
  const entries: { section: string; line: number; lines: string[] }[] = []
  let section = ''
  let indent: string | undefined
  for (const [at, line] of text.split('\n').entries()) {
    const [, key] = /^["']?(\w+)["']?[ \t]*:/.exec(line) ?? []
    const [, dash] = /^([ \t]*)-(?:\s|$)/.exec(line) ?? []
    if (key !== undefined) [section, indent] = [key, undefined]
    else if (dash !== undefined && (indent ?? dash) === dash) {
      indent = dash
      entries.push({ section, line: at + 1, lines: [line] })
    } else if (indent !== undefined) entries.at(-1)?.lines.push(line)
  }
  const read = entries.map((entry) => ({ ...entry, yaml: readYaml(entry.lines.join('\n')) }))
  if (read.every(({ yaml }) => 'problem' in yaml)) return undefined
  const fields: Record<string, unknown[]> = {}
  for (const { section, line, yaml } of read) {
    if ('problem' in yaml) report('entry_invalid', path, { line })
    else (fields[section] ??= []).push(...listOf(yaml.value))
  }
  return fields
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

type MatchText = {
  text: string | undefined
  settings: VariableSetting[]
  /** Variables filled in by a program or an unknown extension. */
  simplified: string[]
}

function readText(match: Fields, variables: ReadonlyMap<string, Variable>): MatchText {
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

/** Removes the cursor mark, escapes, and the line break that ends a YAML block. */
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

/** Finds the line of a match by its trigger, since parsed values have no positions. */
function lineOf({ text }: TextFile, match: unknown): number | undefined {
  const [trigger] = isFields(match) ? triggersOf(match) : []
  const at = trigger === undefined ? -1 : text.indexOf(trigger)
  return at === -1 ? undefined : text.slice(0, at).split('\n').length
}
