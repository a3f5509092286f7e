import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import { readFilters } from '#contract/variables/other-forms/other-forms.ts'
import { collect, paragraphs } from '#contract/transfer/formats/collect.ts'
import type {
  Format,
  FormatId,
  FormatOptions,
  FormatResult,
  TextFile,
} from '#contract/transfer/formats/format.ts'
import { folderOf, foldersOf, stemOf } from '#contract/transfer/formats/paths.ts'
import {
  isFields,
  listOf,
  momentOf,
  textIn,
  type Fields,
} from '#contract/transfer/markdown/shapes.ts'
import { clipboardPath } from '#contract/transfer/formats/text.ts'
import { splitFrontMatter, writeFields } from './front-matter.ts'
import { hasMoreThanScalars, settingsOf } from '#contract/transfer/markdown/input-schema.ts'
import { ownFields } from '#contract/transfer/markdown/own-fields.ts'
import { isFoldersFile, readFolders, readOwn } from './own-markdown.ts'

/**
 * Text with optional front matter: notes of Obsidian, prompt files of VS Code, commands of Claude Code and Cursor,
 * skills,
 * and our own Markdown.
 */
export const markdown: Format = {
  id: 'markdown',
  detect: (files) => {
    const found = files.filter(
      ({ path, text }) =>
        /\.(?:md|mdc|mdx|markdown)$/i.test(path) ||
        isRules(path) ||
        (path === clipboardPath && /^(?:---|\+\+\+)\n/.test(text)),
    )
    return [...files.filter(isFoldersFile), ...found]
  },
  read: (files, options) => readAll('markdown', files, options),
}

/** Google's `.prompt` files, with Handlebars in the text. */
export const dotprompt = templates('dotprompt', /\.prompt$/i)

/** Microsoft's `.prompty` files, with Jinja or Mustache in the text. */
export const prompty = templates('prompty', /\.prompty$/i)

/** Templates of Jinja, Mustache and Handlebars, with or without front matter. */
export const template = templates('template', /\.(?:j2|jinja2?|mustache|hbs|handlebars)$/i)

function templates(id: FormatId, ending: RegExp): Format {
  return {
    id,
    detect: (files) => files.filter(({ path }) => ending.test(path)),
    read: (files, options) => readAll(id, files, options),
  }
}

/** Fabric's patterns: folders with `system.md`, and sometimes `user.md`. */
export const fabric: Format = {
  id: 'fabric',
  detect(files) {
    // With front matter, it is another prompt that happens to have this name.
    const systems = files.filter(isNamed('system.md')).filter(({ text }) => !text.startsWith('---'))
    const patterns = new Set(systems.map(({ path }) => folderOf(path)))
    return files
      .filter(({ path }) => patterns.has(folderOf(path)))
      .filter((file) => isNamed('system.md')(file) || isNamed('user.md')(file))
  },
  read(files, options) {
    const { add, result } = collect('fabric', options)
    const users = new Map(
      files.filter(isNamed('user.md')).map((file) => [folderOf(file.path), file]),
    )
    for (const { path, text } of files.filter(isNamed('system.md'))) {
      const pattern = folderOf(path)
      const parts = [text, users.get(pattern)?.text ?? ''].map((part) => part.trim())
      add({
        file: path,
        name: foldersOf(path).at(-1)?.replaceAll('_', ' '),
        text: withInput(paragraphs(...parts)),
        folders: foldersOf(pattern),
        settings: [{ name: 'input', kind: 'long' }],
      })
    }
    return result()
  },
}

/** Appends the input, as Fabric does, if the pattern has no place for it. */
function withInput(text: string): string {
  return text.includes('{{input}}') ? text : `${text}\n{input}`
}

function isNamed(name: string) {
  return ({ path }: TextFile) => path === name || path.endsWith(`/${name}`)
}

function readAll(
  format: FormatId,
  files: readonly TextFile[],
  options: FormatOptions,
): FormatResult {
  const collection = collect(format, options)
  const { add, report, result } = collection
  const folders = readFolders(files, collection)
  for (const file of files) {
    if (isFoldersFile(file)) continue
    const text = file.text.includes('\r') ? file.text.replaceAll(/\r\n?/g, '\n') : file.text
    const { fields, source, body, problem } = splitFrontMatter(text, format === 'dotprompt')
    if (problem) {
      const { code, ...details } = problem
      const isBroken = code === 'yaml_broken' || code === 'toml_broken'
      report(isBroken ? 'front_matter_broken' : code, file.path, details)
    }
    if (isFields(fields[ownFields])) {
      options.onRead?.(text.length)
      readOwn({ path: file.path, fields, source, body }, collection, folders)
      continue
    }
    const isTemplate = format !== 'markdown' && /\{\{[#/^!>~&]|\{\{\w+ (?![|}])|\{[%#]/.test(body)
    if (isTemplate) report('template_kept', file.path)
    const hasFields = Object.keys(fields).length > 0
    const isConverting = options.takeOver && format !== 'markdown'
    const converted = isConverting ? readTemplate(body, isTemplate) : { text: body, settings: [] }
    const { text: withArguments, settings } = readArguments(file.path, fields, converted.text)
    add({
      file: file.path,
      name: nameOf(file.path, fields),
      command: textIn(fields, 'name'),
      text: (hasFields ? withArguments.replace(/^\s*\n/, '') : withArguments).replace(/\n$/, ''),
      notes: paragraphs(notesOf(fields), file.notes ?? ''),
      folders: foldersOf(isNamedByFolder(file.path) ? folderOf(file.path) : file.path),
      settings: [
        ...settings,
        ...settingsOf(fields['input']),
        ...settingsOf(toInput(fields['inputs'])),
        ...converted.settings,
      ],
      createdAt: momentOf(fields['created'] ?? fields['date']),
      updatedAt: momentOf(fields['updated'] ?? fields['modified']),
    })
  }
  return result()
}

/** `{{name}}`, `{{- name | filter -}}`, and `{{{name}}}`, which is not escaped. */
const templateVariable =
  /(?<!\{)(?:\{\{\{\s*([\p{L}_][\p{L}\p{N}_-]*)\s*\}\}\}|\{\{-?\s*([\p{L}_][\p{L}\p{N}_-]*?)\s*(?:\|([^{}\n]*?))?-?\}\})(?!\})/gu

/**
 * Converts plain variables of a template, which the text alone would not identify as variables. Conditions and loops
 * stay
 * text.
 */
function readTemplate(
  template: string,
  isTemplate: boolean,
): { text: string; settings: VariableSetting[] } {
  if (!isTemplate && !template.includes('{{{')) return { text: template, settings: [] }
  const settings: VariableSetting[] = []
  const text = template.replaceAll(
    templateVariable,
    (source, bare: string | undefined, plain: string | undefined, filters = '') => {
      const name = bare ?? plain ?? ''
      if (/^(?:else|this|history)$/.test(name)) return source
      const setting = readFilters(name, filters.trim())
      if (setting?.default) settings.push(setting)
      return `{${name}}`
    },
  )
  return { text, settings }
}

/** Converts Prompty's `inputs`, each a default value or a schema, to Dotprompt's `input`. */
function toInput(inputs: unknown): Fields | undefined {
  if (!isFields(inputs)) return undefined
  const given = Object.entries(inputs)
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(given.filter(([, it]) => isFields(it))),
    },
    default: Object.fromEntries(given.filter(([, it]) => typeof it === 'string')),
  }
}

/** Whether a file holds the rules of a project, in the original form of Cursor, Windsurf and Cline. */
function isRules(path: string): boolean {
  return /(?:^|\/)\.(?:cursor|windsurf|cline)rules$/.test(path)
}

function isNamedByFolder(path: string): boolean {
  return isNamed('SKILL.md')({ path, text: '' }) || isRules(path)
}

function nameOf(path: string, fields: Fields): string | undefined {
  const given = textIn(fields, 'name', 'title')
  if (given !== undefined || path === clipboardPath) return given
  return (isNamedByFolder(path) && foldersOf(path).at(-1)) || stemOf(path)
}

const moments = ['created', 'date', 'updated', 'modified']

/** Returns the description, the tags, and the fields without a counterpart in the library. */
export function notesOf(fields: Fields): string {
  const { name: _name, title, description, input, inputs, tags, ...others } = fields
  const tagged = (typeof tags === 'string' ? tags.split(/[\s,]+/) : listOf(tags).map(String))
    .filter((tag) => tag !== '')
    .map((tag) => `#${tag.replace(/^#/, '')}`)
  const rest: Record<string, unknown> = {
    ...(fields['name'] !== undefined && title !== undefined && { title }),
    ...(typeof description !== 'string' && description !== undefined && { description }),
    ...(hasMoreThanScalars(input) && { input }),
    ...(hasMoreThanScalars(toInput(inputs) ?? inputs) && { inputs }),
    ...others,
  }
  for (const field of moments) if (momentOf(rest[field]) !== undefined) delete rest[field]
  return paragraphs(
    typeof description === 'string' ? description.trim() : '',
    tagged.join(' ').trim(),
    writeFields(rest, 'texts').trim(),
  )
}

/**
 * Converts `$ARGUMENTS`, `$1`, `$2`, … in commands of Claude Code and Cursor to variables, named by `argument-hint`:
 * `[issue] [priority]`.
 */
export function readArguments(
  path: string,
  fields: Fields,
  body: string,
): { text: string; settings: VariableSetting[] } {
  const hint = fields['argument-hint']
  const hintText = typeof hint === 'string' ? hint : listOf(hint).flat().map(String).join(' ')
  const isCommand =
    hintText !== '' || /(?:^|\/)(?:commands|prompts)\//.test(path) || body.includes('$ARGUMENTS')
  if (!isCommand) return { text: body, settings: [] }
  const hinted = [...hintText.matchAll(/[[<]([^\][<>{}]+)[\]>]/g)].map(([, name = '']) =>
    name.trim(),
  )
  const text = body
    .replaceAll(/\$ARGUMENTS\b(?:\[(\d)\])?/g, (_source, at?: string) =>
      at === undefined ? '{arguments}' : `{${hinted[Number(at)] ?? `argument ${Number(at) + 1}`}}`,
    )
    .replaceAll(/(?<![\w$\\{])\$([1-9])(?![\w,.])/g, (_source, at: string) => {
      return `{${hinted[Number(at) - 1] ?? `argument ${at}`}}`
    })
  const settings = text.includes('{arguments}') && hintText !== ''
  return {
    text,
    settings: settings ? [{ name: 'arguments', kind: 'text', help: hintText }] : [],
  }
}
