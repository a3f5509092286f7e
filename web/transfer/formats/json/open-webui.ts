import { isShortName } from '#contract/core/short-names.ts'
import {
  isFields,
  listOf,
  momentOf,
  textIn,
  type Fields,
} from '#contract/transfer/markdown/shapes.ts'
import { listFormat } from './list-format.ts'

/** `Workspace > Prompts > Export`: a list of prompts with command, content and title, which newer releases call name. */
export const openWebui = listFormat('open-webui', {
  isEntry: ({ content, command }) => typeof content === 'string' && typeof command === 'string',
  read(prompts, file, { add }) {
    for (const prompt of prompts) {
      const command = (textIn(prompt, 'command') ?? '').replace(/^\/*/, '')
      const hasShortName = isShortName(command)
      add({
        file: file.path,
        name: textIn(prompt, 'title', 'name') ?? command,
        command,
        text: textIn(prompt, 'content') ?? '',
        notes: [hasShortName ? '' : `/${command}`, tagsOf(prompt)]
          .filter((line) => line !== '')
          .join('\n'),
        settings: [{ name: 'CURRENT_DATE', kind: 'date', format: 'iso' }],
        createdAt: momentOf(prompt['created_at']),
        updatedAt: momentOf(prompt['updated_at'] ?? prompt['timestamp']),
      })
    }
  },
})

function tagsOf(prompt: Fields): string {
  const tags = listOf(prompt['tags']).flatMap((tag) => (isFields(tag) ? tag['name'] : tag))
  return tags
    .filter((tag) => typeof tag === 'string')
    .map((tag) => `#${tag}`)
    .join(' ')
}
