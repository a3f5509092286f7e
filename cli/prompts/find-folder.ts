import type { Client } from '#contract/core/client.ts'
import { folderCalls, type Folder } from '#contract/folders.ts'
import { CommandError } from '#cli/define-command.ts'
import { fillText, type Texts } from '#cli/texts.ts'

/** Finds a folder by the names on the way to it, such as `Work/Reviews`; undefined for the root. */
export async function findFolder(
  client: Client,
  path: string,
  texts: Texts,
): Promise<string | undefined> {
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
