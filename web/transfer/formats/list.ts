import { collect, firstLine } from './collect.ts'
import { fieldNames, ignored } from './csv.ts'
import type { Format, TextFile } from './format.ts'
import { textOfMessages } from './json/messages.ts'
import { jsonOf, looksLikeJson } from './json/read-json.ts'
import { writeFields } from './markdown/front-matter.ts'
import { foldersOf, stemOf } from './paths.ts'
import { yamlOf } from './read-yaml.ts'
import { isFields, listOf, textIn, type Fields } from './shapes.ts'

/**
 * Prompts in JSON, in lines of JSON or in YAML, whose fields are called as the columns of a table are: Raycast's presets,
 * TypingMind's prompts, promptfoo's `prompts`, LangChain's `template`, or any list.
 */
export const list: Format = {
  id: 'list',
  detect: (files) => files.filter((file) => entriesOf(file).some((entry) => textOf(entry) !== '')),
  read(files, options) {
    const { add, tell, result } = collect('list', options)
    for (const file of files) {
      const entries = entriesOf(file)
      for (const entry of entries) {
        const text = textOf(entry)
        if (text === '') {
          tell(entry === undefined ? 'entry_invalid' : 'prompt_missing', file.path)
          continue
        }
        const fields = isFields(entry) ? entry : {}
        const named = (heading: RegExp) => keyOf(fields, heading, isText)
        const [name, notes, folder] = [fieldNames.name, fieldNames.notes, fieldNames.folder].map(
          named,
        )
        const used = new Set([name, notes, folder, promptOf(fields), 'messages', ...known])
        const others = Object.entries(fields).filter(
          ([key, value]) => !used.has(key) && !ignored.test(key) && value !== null && value !== '',
        )
        const label = name === undefined ? undefined : String(fields[name])
        add({
          file: file.path,
          name: label ?? (entries.length === 1 ? stemOf(file.path) : beginOf(fields)),
          text: text.replace(/\n$/, ''),
          notes: [
            notes === undefined ? '' : String(fields[notes]),
            writeFields(Object.fromEntries(others), 'texts').trim(),
          ]
            .filter((part) => part !== '')
            .join('\n\n'),
          folders: folder === undefined ? foldersOf(file.path) : String(fields[folder]).split('/'),
        })
      }
    }
    return result()
  },
}

/** Fields that say nothing about a prompt on a shelf. */
const known = ['id', '_id', 'uuid', '_type', 'input_variables']

/** A list, or the one that an object holds, or that object. */
function entriesOf(file: TextFile): unknown[] {
  const value = /\.ya?ml$/i.test(file.path) ? yamlOf(file) : looksLikeJson(file) && jsonOf(file)
  // A list of texts alone may be one of anything.
  if (Array.isArray(value)) {
    return isChat(value) ? [{ messages: value }] : value.some(isFields) ? value : []
  }
  if (!isFields(value)) return []
  const inside = isFields(value['data']) ? value['data'] : value
  if (Array.isArray(inside['prompts'])) return inside['prompts']
  // Of one alone, only these names say that it is a prompt.
  const isPrompt =
    isChat(value['messages']) ||
    ['prompt', 'template', 'instructions'].some((key) => isText(value[key]))
  return isPrompt ? [value] : []
}

function isChat(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((one) => isFields(one) && isText(one['role']) && isText(one['content']))
  )
}

/** The text of an entry; empty where it has none, or only says which file has it. */
function textOf(entry: unknown): string {
  if (isText(entry)) return entry.startsWith('file://') ? '' : entry
  if (!isFields(entry)) return ''
  if (isChat(entry['messages'])) return textOfMessages(entry['messages'])
  const key = promptOf(entry)
  return key === undefined ? '' : textOf(entry[key])
}

/** What a chat begins with, rather than who says it. */
function beginOf({ messages }: Fields): string | undefined {
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
