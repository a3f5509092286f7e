import { stringify } from 'yaml'
import { collect } from '#contract/transfer/formats/collect.ts'
import type { Format, TextFile } from '#contract/transfer/formats/format.ts'
import {
  isFields,
  listOf,
  momentOf,
  textIn,
  type Fields,
} from '#contract/transfer/markdown/shapes.ts'
import { textOfMessages } from './messages.ts'
import { jsonOf, looksLikeJson } from '#contract/transfer/formats/json/read-json.ts'

/** Responses of the prompts API: one prompt, a list, or a page. Prompts with the same name are versions of one. */
export const langfuse: Format = {
  id: 'langfuse',
  detect: (files) =>
    files.filter((file) => looksLikeJson(file) && promptsOf(file).some((one) => isPrompt(one))),
  read(files, options) {
    const { add, addVersion, report, result } = collect('langfuse', options)
    for (const file of files) {
      const prompts = promptsOf(file).filter((prompt) => {
        if (!isPrompt(prompt)) report('entry_invalid', file.path)
        return isPrompt(prompt)
      })
      for (const [path, versions] of Map.groupBy(prompts, (prompt) => String(prompt['name']))) {
        versions.sort((one, other) => versionOf(one) - versionOf(other))
        const latest = versions.at(-1)
        if (!latest) continue
        const folders = path.split('/')
        const name = folders.pop() ?? path
        const id = add({
          file: file.path,
          name,
          command: name,
          folders,
          text: textOf(latest),
          notes: notesOf(latest),
          createdAt: momentOf(versions[0]?.['createdAt']),
          updatedAt: momentOf(latest['updatedAt'] ?? latest['createdAt']),
        })
        for (const version of id === undefined ? [] : versions.slice(0, -1)) {
          addVersion(id as string, {
            file: file.path,
            name,
            text: textOf(version),
            writtenAt: momentOf(version['createdAt']) ?? new Date(0).toISOString(),
            label: labelOf(version),
          })
        }
      }
    }
    return result()
  },
}

function promptsOf(file: TextFile): unknown[] {
  const value = jsonOf(file)
  if (!isFields(value)) return listOf(value)
  return Array.isArray(value['data']) ? listOf(value['data']) : [value]
}

function isPrompt(value: unknown): value is Fields {
  if (!isFields(value) || textIn(value, 'name') === undefined) return false
  const { prompt, type } = value
  if (Array.isArray(prompt)) return prompt.every(isFields)
  const isLangfuse = typeof value['version'] === 'number' || Array.isArray(value['labels'])
  return typeof prompt === 'string' && (isLangfuse || type === 'text')
}

function versionOf(prompt: Fields): number {
  return typeof prompt['version'] === 'number' ? prompt['version'] : 0
}

function textOf({ prompt }: Fields): string {
  return typeof prompt === 'string' ? prompt : textOfMessages(prompt)
}

function notesOf(prompt: Fields): string {
  const tags = listOf(prompt['tags']).map((tag) => `#${String(tag)}`)
  const config = prompt['config']
  const hasConfig = isFields(config) && Object.keys(config).length > 0
  return [
    textIn(prompt, 'commitMessage') ?? '',
    tags.join(' '),
    hasConfig ? stringify(config).trim() : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Leaves out `latest`, which every last version has. */
function labelOf(prompt: Fields): string | null {
  const labels = listOf(prompt['labels']).filter((label) => label !== 'latest')
  return labels.length === 0 ? null : labels.map(String).join(', ').slice(0, 200)
}
