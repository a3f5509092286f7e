import { defaultColor } from '#contract/core/colors.ts'
import type { Client } from '#contract/core/client.ts'
import { groupBy } from '#contract/core/group-by.ts'
import { folderCalls } from '#contract/library/folders.ts'
import { selectionCalls } from '#contract/library/selection.ts'
import { quoteWords } from '#cli/commands/completion/split-line.ts'
import {
  findItems,
  nameItems,
  pathTo,
  toSelection,
  type Item,
} from '#cli/commands/organise/find-items.ts'
import { CommandError, type Command, type Context, type Report } from '#cli/core/define-command.ts'
import { findPlace, type Place } from '#cli/prompts/find-folder.ts'
import { pathOf } from '#cli/prompts/prompt-rows.ts'
import { fillText } from '#cli/core/texts.ts'

export const moveItems: Command = {
  name: 'mv',
  operands: { least: 2, most: Number.POSITIVE_INFINITY },
  takes: ['item'],
  options: { rename: {} },
  async run(context, { operands, has }) {
    const { connect, texts, say } = context
    const { client } = connect()
    const path = operands.at(-1) ?? ''
    const place = await findPlace(client, path)
    const [word = ''] = operands
    if (operands.length === 2 && word.endsWith('/')) {
      const [folder] = await findItems(client, [word], texts)
      const name = folder && newNameOf(folder, place, path)
      if (folder && name) return renameFolder(context, client, folder, { place, name })
    }
    if (place.missing.length > 0) {
      const name = path.replace(/(?<=.)\/+$/, '')
      const command = quoteWords(['mkdir', name])
      throw new CommandError(fillText(texts.folders.noDestination, { name, command }))
    }
    if (has('rename')) throw new CommandError(fillText(texts.folders.exists, { name: path }))
    const folderId = place.folderId ?? null
    const found = await findItems(client, operands.slice(0, -1), texts)
    const items = found.filter((item) => item.folderId !== folderId)
    const changes = [{ ...toSelection(items), folderId: folderId ?? 'root' }]
    if (items.length > 0) await client(selectionCalls.changeSelection, { changes })
    const to = folderId === null ? undefined : pathOf(await pathTo(client, folderId))
    const text = to === undefined ? texts.folders.movedOut : texts.folders.moved
    const known = found.filter((item) => item.folderId === folderId)
    if (known.length > 0)
      say(fillText(texts.folders.alreadyThere, { names: nameItems(known, texts) }))
    if (items.length > 0) {
      say(fillText(text, { names: nameItems(items, texts), folder: to ?? '' }))
      for (const command of commandsBack(items)) say(fillText(texts.folders.undo, { command }))
    }
    return {
      text: '',
      json: { folderId, ...toSelection(items), undo: commandsBack(items) },
    }
  },
}

/** The name that a folder gets from its new path; undefined if it only moves into an existing folder. */
function newNameOf(folder: Item, { folderId, missing }: Place, path: string): string | undefined {
  // Its own path, in another case.
  if (folderId === folder.id && missing.length === 0)
    return path.replace(/\/+$/, '').split('/').at(-1)
  return missing.length === 1 ? missing[0] : undefined
}

/**
 * Moves a folder to the parent of its new path, and then renames it.
 *
 * @throws CommandError if its name has a slash
 */
async function renameFolder(
  { texts, say }: Context,
  client: Client,
  folder: Item,
  { place, name }: { place: Place; name: string },
): Promise<Report> {
  const { id, name: former } = folder
  // No path can undo the rename: the slash in the old name would separate two folders.
  if (former.includes('/'))
    throw new CommandError(fillText(texts.folders.hasSlash, { name: former }))
  const isOwnPath = place.missing.length === 0
  const folderId = isOwnPath ? folder.folderId : (place.folderId ?? null)
  // Another folder may take the name in the meantime.
  const undo = quoteWords(['mv', '--rename', `${id}/`, `${folder.folderId ?? ''}/${former}`])
  if (folderId !== folder.folderId) {
    const changes = [{ promptIds: [], folderIds: [id], folderId: folderId ?? 'root' }]
    await client(selectionCalls.changeSelection, { changes })
    // It is moved even if it cannot be renamed.
    say(fillText(texts.folders.undo, { command: undo }))
  }
  const inside = folderId === null ? {} : { folderId }
  const { folders } = await client(folderCalls.listFolders, inside)
  const color = folders.find((each) => each.id === id)?.color ?? defaultColor
  const edit = { folderId: id, name, color, former: { name: former, color } }
  await client(folderCalls.updateFolder, edit)
  const path = pathOf(await pathTo(client, id))
  say(fillText(texts.folders.renamed, { name: former, path }))
  if (folderId === folder.folderId) say(fillText(texts.folders.undo, { command: undo }))
  return { text: '', json: { folderId, promptIds: [], folderIds: [id], name, undo: [undo] } }
}

/** The commands that move items back, one for each original folder. With ids, they also work after renames. */
function commandsBack(items: readonly Item[]): string[] {
  return [...groupBy(items, ({ folderId }) => folderId)].map(([folderId, moved]) => {
    const words = moved.map(({ kind, id }) => (kind === 'folder' ? `${id}/` : id))
    return quoteWords(['mv', ...words, `${folderId ?? ''}/`])
  })
}
