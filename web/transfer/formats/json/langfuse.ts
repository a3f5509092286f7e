import { stringify } from 'yaml'
import { paragraphs } from '#contract/transfer/formats/collect.ts'
import {
  isFields,
  listOf,
  momentOf,
  textIn,
  type Fields,
} from '#contract/transfer/markdown/shapes.ts'
import { listFormat } from './list-format.ts'
import { textOfMessages } from './messages.ts'

/** Responses of the prompts API: one prompt, a list, or a page. Prompts with the same name are versions of one. */
export const langfuse = listFormat('langfuse', {
  listIn(value) {
    if (!isFields(value)) return listOf(value)
    return Array.isArray(value['data']) ? listOf(value['data']) : [value]
  },
  isEntry: isPrompt,
  read(prompts, { path: file }, { add, addVersion }) {
    for (const [path, versions] of Map.groupBy(prompts, (prompt) => String(prompt['name']))) {
      versions.sort((one, other) => versionOf(one) - versionOf(other))
      const latest = versions.at(-1)
      if (!latest) continue
      const folders = path.split('/')
      const name = folders.pop() ?? path
      const id = add({
        file,
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
          file,
          name,
          text: textOf(version),
          writtenAt: momentOf(version['createdAt']) ?? new Date(0).toISOString(),
          label: labelOf(version),
        })
      }
    }
  },
})

function isPrompt(value: Fields): boolean {
  if (textIn(value, 'name') === undefined) return false
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
  return paragraphs(
    textIn(prompt, 'commitMessage') ?? '',
    tags.join(' '),
    hasConfig ? stringify(config).trim() : '',
  )
}

/** Leaves out `latest`, which every last version has. */
function labelOf(prompt: Fields): string | null {
  const labels = listOf(prompt['labels']).filter((label) => label !== 'latest')
  return labels.length === 0 ? null : labels.map(String).join(', ').slice(0, 200)
}
