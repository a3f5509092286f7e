import { isShortName } from '#contract/core/short-names.ts'
import { collect } from '#contract/transfer/formats/collect.ts'
import type { Format, TextFile } from '#contract/transfer/formats/format.ts'
import {
  isFields,
  listOf,
  momentOf,
  textIn,
  type Fields,
} from '#contract/transfer/markdown/shapes.ts'
import { jsonOf, looksLikeJson } from '#contract/transfer/formats/json/read-json.ts'

/** `Workspace > Prompts > Export`: a list of prompts with command, content and title, which newer releases call name. */
export const openWebui: Format = {
  id: 'open-webui',
  detect: (files) =>
    files.filter((file) => looksLikeJson(file) && promptsOf(file).some((one) => isPrompt(one))),
  read(files, options) {
    const { add, report, result } = collect('open-webui', options)
    for (const file of files) {
      for (const prompt of promptsOf(file)) {
        if (!isPrompt(prompt)) {
          report('entry_invalid', file.path)
          continue
        }
        const command = (textIn(prompt, 'command') ?? '').replace(/^\/*/, '')
        const isSaid = isShortName(command)
        add({
          file: file.path,
          name: textIn(prompt, 'title', 'name') ?? command,
          command,
          text: textIn(prompt, 'content') ?? '',
          notes: [isSaid ? '' : `/${command}`, tagsOf(prompt)]
            .filter((line) => line !== '')
            .join('\n'),
          settings: [{ name: 'CURRENT_DATE', kind: 'date', format: 'iso' }],
          createdAt: momentOf(prompt['created_at']),
          updatedAt: momentOf(prompt['updated_at'] ?? prompt['timestamp']),
        })
      }
    }
    return result()
  },
}

function promptsOf(file: TextFile): unknown[] {
  const value = jsonOf(file)
  return isFields(value) ? [value] : listOf(value)
}

function isPrompt(value: unknown): value is Fields {
  return (
    isFields(value) && typeof value['content'] === 'string' && typeof value['command'] === 'string'
  )
}

function tagsOf(prompt: Fields): string {
  const tags = listOf(prompt['tags']).flatMap((tag) => (isFields(tag) ? tag['name'] : tag))
  return tags
    .filter((tag) => typeof tag === 'string')
    .map((tag) => `#${tag}`)
    .join(' ')
}
