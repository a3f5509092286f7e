import { folderCalls } from '#contract/library/folders.ts'
import { promptCalls } from '#contract/library/prompts.ts'
import type { Command } from '#cli/core/define-command.ts'
import { findFolder } from '#cli/prompts/find-folder.ts'
import { rowOf, tableWidth } from '#cli/prompts/prompt-rows.ts'
import { formatRows } from '#cli/terminal/show-text.ts'

export const listFolder: Command = {
  name: 'ls',
  operands: { least: 0, most: 1 },
  takes: ['folder'],
  options: {},
  async run({ connect, texts, say }, { operands: [path = ''] }) {
    const { client } = connect()
    const folderId = await findFolder(client, path, texts)
    const inFolder = { ...(folderId !== undefined && { folderId }) }
    const [{ folders, hasMore: moreFolders }, { prompts, hasMore: morePrompts }] =
      await Promise.all([
        client(folderCalls.listFolders, inFolder),
        client(promptCalls.listPrompts, inFolder),
      ])
    if (moreFolders || morePrompts) say(texts.list.cut)
    const rows = [
      ...folders.map(({ name }) => ['', `${name}/`]),
      ...prompts.map((prompt) => rowOf(prompt)),
    ]
    return { text: formatRows(rows, tableWidth()), json: { folders, prompts } }
  },
}
