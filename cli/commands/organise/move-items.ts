import { selectionCalls } from '#contract/selection.ts'
import { quoteWords } from '#cli/completion/split-line.ts'
import {
  findItems,
  nameItems,
  pathTo,
  toSelection,
  type Item,
} from '#cli/commands/organise/find-items.ts'
import { CommandError, type Command } from '#cli/define-command.ts'
import { findPlace } from '#cli/prompts/find-folder.ts'
import { pathOf } from '#cli/prompts/prompt-rows.ts'
import { fillText } from '#cli/texts.ts'

export const moveItems: Command = {
  name: 'mv',
  operands: { least: 2, most: Number.POSITIVE_INFINITY },
  takes: ['item'],
  options: {},
  async run({ connect, texts, say }, { operands }) {
    const { client } = connect()
    const path = operands.at(-1) ?? ''
    const place = await findPlace(client, path)
    if (place.missing.length > 0) {
      const name = path.replace(/(?<=.)\/+$/, '')
      const command = quoteWords(['mkdir', name])
      throw new CommandError(fillText(texts.folders.noDestination, { name, command }))
    }
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

/** The commands that move items back, one for each folder that they were in. Ids are exact, whatever is renamed. */
function commandsBack(items: readonly Item[]): string[] {
  const places = new Map<string | null, string[]>()
  for (const { kind, id, folderId } of items) {
    const words = places.get(folderId) ?? []
    places.set(folderId, [...words, kind === 'folder' ? `${id}/` : id])
  }
  return [...places].map(([folderId, words]) => quoteWords(['mv', ...words, `${folderId ?? ''}/`]))
}
