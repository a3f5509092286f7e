import type { Client } from '#contract/core/client.ts'
import { folderCalls, type PathFolder } from '#contract/library/folders.ts'
import { CommandError } from '#cli/core/define-command.ts'
import { findFolder, findPlace } from '#cli/prompts/find-folder.ts'
import { findPrompt, NoPromptError } from '#cli/prompts/find-prompt.ts'
import { fillText, type Texts } from '#cli/core/texts.ts'

/** A prompt or a folder, and its path. */
export type Item = {
  kind: 'prompt' | 'folder'
  id: string
  name: string
  /** Its parent folder; null at the root. */
  folderId: string | null
}

/** Finds prompts like `show`, and folders by their path with a trailing slash. @throws CommandError */
export async function findItems(
  client: Client,
  words: readonly string[],
  texts: Texts,
): Promise<Item[]> {
  const items = new Map<string, Item>()
  for (const word of words) {
    const item = word.endsWith('/')
      ? await findFolderItem(client, word, texts)
      : await findPromptItem(client, word, texts)
    items.set(item.id, item)
  }
  return [...items.values()]
}

async function findPromptItem(client: Client, word: string, texts: Texts): Promise<Item> {
  try {
    const { id, name, folderId } = await findPrompt(client, word, texts)
    return { kind: 'prompt', id, name, folderId }
  } catch (error) {
    if (!(error instanceof NoPromptError)) throw error
    const { missing } = await findPlace(client, word)
    if (missing.length > 0) throw error
    const text = fillText(texts.folders.needsSlash, { name: word })
    throw new CommandError(text, { cause: error })
  }
}

async function findFolderItem(client: Client, word: string, texts: Texts): Promise<Item> {
  const id = await findFolder(client, word, texts)
  if (id === undefined) throw new CommandError(texts.folders.root)
  const path = await pathTo(client, id)
  const folderId = path.at(-2)?.id ?? null
  return { kind: 'folder', id, name: path.at(-1)?.name ?? word, folderId }
}

/** The folders from the root down to a folder, itself included. */
export async function pathTo(client: Client, folderId: string): Promise<PathFolder[]> {
  return (await client(folderCalls.listFolders, { folderId })).folderTree
}

/** Items in the form of calls. */
export function toSelection(items: readonly Item[]): { promptIds: string[]; folderIds: string[] } {
  const idsOf = (kind: Item['kind']) => items.flatMap((item) => (item.kind === kind ? item.id : []))
  return { promptIds: idsOf('prompt'), folderIds: idsOf('folder') }
}

/** The names of items, in quotes; if there are many, the first ones and the number of the others. */
export function nameItems(items: readonly Item[], texts: Texts): string {
  const { folders: words } = texts
  const shown = items.slice(0, mostNamed).map(({ name }) => fillText(words.quoted, { name }))
  const count = items.length - shown.length
  return [...shown, ...(count > 0 ? [fillText(words.more, { count })] : [])].join(', ')
}

const mostNamed = 5
