import { collect, firstLine, paragraphs } from '#contract/transfer/formats/collect.ts'
import { fieldNames, ignored } from '#contract/transfer/formats/csv.ts'
import type { Format, TextFile } from '#contract/transfer/formats/format.ts'
import { textOfMessages } from './json/messages.ts'
import { jsonOf, looksLikeJson } from '#contract/transfer/formats/json/read-json.ts'
import { writeFields } from './markdown/front-matter.ts'
import { foldersOf, stemOf } from '#contract/transfer/formats/paths.ts'
import { yamlOf } from '#contract/transfer/formats/read-yaml.ts'
import type { VariableSetting } from '#contract/variables/variable-settings.ts'
import { toVariableName } from '#contract/variables/variables.ts'
import { isFields, listOf, textIn, type Fields } from '#contract/transfer/markdown/shapes.ts'

/**
 * Lists in JSON, JSON lines or YAML whose fields are named like table columns: Raycast's presets, TypingMind's
 * prompts, promptfoo's `prompts`, LangChain's `template`, and others.
 */
export const list: Format = {
  id: 'list',
  detect: (files) => files.filter((file) => entriesOf(file).some((entry) => textOf(entry) !== '')),
  read(files, options) {
    const { add, report, result } = collect('list', options)
    for (const file of files) {
      const entries = entriesOf(file)
      for (const entry of entries) {
        const text = textOf(entry)
        if (text === '') {
          report(entry === undefined ? 'entry_invalid' : 'prompt_missing', file.path)
          continue
        }
        const fields = isFields(entry) ? entry : {}
        const named = (heading: RegExp) => keyOf(fields, heading, isText)
        const [name, notes, folder] = [fieldNames.name, fieldNames.notes, fieldNames.folder].map(
          named,
        )
        const used = new Set([name, notes, folder, promptOf(fields), 'messages', ...ignoredKeys])
        const others = Object.entries(fields).filter(
          ([key, value]) => !used.has(key) && !ignored.test(key) && value !== null && value !== '',
        )
        const command = named(fieldNames.command)
        const label = name === undefined ? undefined : String(fields[name])
        const written = text.replace(/\n$/, '')
        add({
          file: file.path,
          ...(fields['template_format'] === 'f-string' ? fromFormat(written) : { text: written }),
          name: label ?? (entries.length === 1 ? stemOf(file.path) : beginningOf(fields)),
          command: command === undefined ? undefined : String(fields[command]),
          notes: paragraphs(
            notes === undefined ? '' : String(fields[notes]),
            writeFields(Object.fromEntries(others), 'texts').trim(),
          ),
          folders: folder === undefined ? foldersOf(file.path) : String(fields[folder]).split('/'),
        })
      }
    }
    return result()
  },
}

/** Fields without meaning in a library. */
const ignoredKeys = ['id', '_id', 'uuid', '_type', 'input_variables', 'template_format']

/** Returns the list in a file, the list in its only object, or that object as the only entry. */
function entriesOf(file: TextFile): unknown[] {
  const value = /\.ya?ml$/i.test(file.path) ? yamlOf(file) : looksLikeJson(file) && jsonOf(file)
  // A list of plain strings need not contain prompts.
  if (Array.isArray(value)) {
    return isChat(value) ? [{ messages: value }] : value.some(isFields) ? value : []
  }
  if (!isFields(value)) return []
  // An object that LangChain has serialized.
  if (value['lc'] === 1 && isFields(value['kwargs'])) return [value['kwargs']]
  const inside = isFields(value['data']) ? value['data'] : value
  if (Array.isArray(inside['prompts'])) return inside['prompts']
  // A single object needs an unambiguous field to count as a prompt.
  const isPrompt =
    isChat(value['messages']) ||
    ['prompt', 'template', 'instructions'].some((key) => isText(value[key]))
  return isPrompt ? [value] : []
}

/** Reads a Python format string, in which doubled braces are literal. */
function fromFormat(template: string): { text: string; settings: VariableSetting[] } {
  const variables = new Set(namesIn(template.replaceAll(/\{\{|\}\}/g, ''), /\{([^{}]*)\}/g))
  const literals = new Set(namesIn(template, /\{\{([^{}]*)\}\}/g))
  return {
    text: template.replaceAll('{{', '{').replaceAll('}}', '}'),
    settings: [...literals.difference(variables)].map((name) => ({ name, kind: 'literal' })),
  }
}

function namesIn(text: string, braces: RegExp): string[] {
  return [...text.matchAll(braces)].flatMap(([, inside = '']) => toVariableName(inside) ?? [])
}

function isChat(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((one) => isFields(one) && isText(one['role']) && isText(one['content']))
  )
}

/** Returns the text of an entry; empty if it has none or only refers to a file. */
function textOf(entry: unknown): string {
  if (isText(entry)) return entry.startsWith('file://') ? '' : entry
  if (!isFields(entry)) return ''
  if (isChat(entry['messages'])) return textOfMessages(entry['messages'])
  const key = promptOf(entry)
  return key === undefined ? '' : textOf(entry[key])
}

/** Returns the beginning of a chat, without the role. */
function beginningOf({ messages }: Fields): string | undefined {
  const [first] = listOf(messages)
  return isFields(first) ? firstLine(textIn(first, 'content') ?? '') : undefined
}

function promptOf(fields: Fields): string | undefined {
  return keyOf(fields, fieldNames.prompt, isText)
}

function keyOf(fields: Fields, heading: RegExp, is: (value: unknown) => boolean) {
  return Object.keys(fields).find((key) => heading.test(key) && is(fields[key]))
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
