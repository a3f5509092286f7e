import { promptCalls } from '#contract/library/prompts.ts'
import type { Command } from '#cli/core/define-command.ts'
import { pathOf, rowOf, tableWidth } from '#cli/prompts/prompt-rows.ts'
import { formatRows } from '#cli/terminal/show-text.ts'
import { fillText } from '#cli/core/texts.ts'

export const searchLibrary: Command = {
  name: 'search',
  operands: { least: 1, most: Number.POSITIVE_INFINITY },
  options: {},
  async run({ connect, texts, say }, { operands }) {
    const { client } = connect()
    const search = operands.join(' ')
    const answer = await client(promptCalls.searchPrompts, { search })
    const { prompts, folders, similar = [], hasMore } = answer
    const found = [...prompts, ...similar]
    if (found.length + folders.length === 0) say(fillText(texts.list.nothing, { search }))
    if (prompts.length === 0 && similar.length > 0) say(texts.list.similar)
    if (hasMore) say(texts.list.cut)
    const rows = [
      ...folders.map(({ name, folderPath }) => ['', `${name}/`, pathOf(folderPath)]),
      ...found.map((prompt) => [...rowOf(prompt), pathOf(prompt.folderPath)]),
    ]
    return { text: formatRows(rows, tableWidth()), json: answer }
  },
}
