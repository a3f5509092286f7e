import type { Client } from '#contract/core/client.ts'
import { folderCalls, type Folder } from '#contract/folders.ts'
import { promptCalls } from '#contract/prompts.ts'
import { CommandError, type Command } from '#cli/define-command.ts'
import { rowOf, tableWidth } from '#cli/prompts/prompt-rows.ts'
import { formatRows } from '#cli/terminal/show-text.ts'
import { fillText, type Texts } from '#cli/texts.ts'

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

/** Finds a folder by the names on the way to it, such as `Work/Reviews`; undefined for the root. */
async function findFolder(client: Client, path: string, texts: Texts): Promise<string | undefined> {
  let folderId: string | undefined
  let rest = path.replace(/^\/+/, '')
  while (rest !== '') {
    const { folders } = await client(folderCalls.listFolders, {
      ...(folderId !== undefined && { folderId }),
    })
    const next = nextFolder(folders, rest)
    if (next === undefined) throw new CommandError(fillText(texts.find.noFolder, { name: path }))
    folderId = next.id
    rest = rest.slice(next.name.length).replace(/^\/+/, '')
  }
  return folderId
}

/** The folder that a path begins with. A name may have slashes, and the longest one is meant. */
function nextFolder(folders: readonly Folder[], path: string): Folder | undefined {
  const folded = `${path.toLowerCase()}/`
  return folders
    .filter(({ name }) => folded.startsWith(`${name.toLowerCase()}/`))
    .toSorted((one, other) => other.name.length - one.name.length)[0]
}
