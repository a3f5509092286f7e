import { randomBytes } from 'node:crypto'
import { defaultColor } from '#contract/core/colors.ts'
import type { Client } from '#contract/core/client.ts'
import { folderCalls, type Folder } from '#contract/library/folders.ts'
import { CommandError } from '#cli/core/define-command.ts'
import { isId } from '#cli/prompts/find-prompt.ts'
import { CallError } from '#cli/server/make-client.ts'
import { fillText, type Texts } from '#cli/core/texts.ts'

/** Finds a folder by its path, such as `Work/Reviews`; undefined for the root. @throws CommandError if it is missing */
export async function findFolder(
  client: Client,
  path: string,
  texts: Texts,
): Promise<string | undefined> {
  const { folderId, missing } = await findPlace(client, path)
  if (missing.length > 0) throw new CommandError(fillText(texts.find.noFolder, { name: path }))
  return folderId
}

/** The existing part of a folder's path, and the names of the rest. */
export type Place = { folderId: string | undefined; missing: string[] }

/** Finds a folder by its path or its id, and where it would be created. */
export async function findPlace(client: Client, path: string): Promise<Place> {
  let folderId: string | undefined
  let rest = path.replace(/^\/+/, '')
  const [id] = rest.split('/', 1)
  if (id !== undefined && isId.test(id) && (await hasFolder(client, id))) {
    folderId = id
    rest = rest.slice(id.length).replace(/^\/+/, '')
  }
  while (rest !== '') {
    const { folders } = await client(folderCalls.listFolders, {
      ...(folderId !== undefined && { folderId }),
    })
    const next = nextFolder(folders, rest)
    if (next === undefined) break
    folderId = next.id
    rest = rest.slice(next.name.length).replace(/^\/+/, '')
  }
  const missing = rest
    .split('/')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return { folderId, missing }
}

async function hasFolder(client: Client, folderId: string): Promise<boolean> {
  try {
    await client(folderCalls.listFolders, { folderId })
    return true
  } catch (error) {
    if (error instanceof CallError && error.failure?.code === 'not_found') return false
    throw error
  }
}

/**
 * Creates the missing folders of a place. Returns their ids, outermost first, and the id of the place; undefined for
 * the root.
 */
export async function createPlace(
  client: Client,
  { folderId, missing }: Place,
): Promise<{ id: string | undefined; ids: string[] }> {
  const ids: string[] = []
  let inside = folderId
  for (const name of missing) {
    const at = inside === undefined ? {} : { folderId: inside }
    // A repeated request creates one folder.
    const attempt = randomBytes(16).toString('hex')
    const input = { ...at, name, color: defaultColor, attempt }
    inside = (await client(folderCalls.createFolder, input)).id
    ids.push(inside)
  }
  return { id: inside, ids }
}

/** The folder that a path begins with. Names may contain slashes, and the longest match wins. */
function nextFolder(folders: readonly Folder[], path: string): Folder | undefined {
  const folded = `${path.toLowerCase()}/`
  return folders
    .filter(({ name }) => folded.startsWith(`${name.toLowerCase()}/`))
    .toSorted((one, other) => other.name.length - one.name.length)[0]
}
