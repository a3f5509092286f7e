import type { Client } from '#contract/core/client.ts'
import { selectionCalls } from '#contract/library/selection.ts'
import { trashCalls } from '#contract/library/trash.ts'
import { quoteWords } from '#cli/commands/completion/split-line.ts'
import { findItems, nameItems, toSelection } from '#cli/commands/organise/find-items.ts'
import {
  CommandError,
  UsageError,
  type Command,
  type Context,
  type Report,
} from '#cli/core/define-command.ts'
import { fillText } from '#cli/core/texts.ts'

export const deleteItems: Command = {
  name: 'rm',
  operands: { least: 0, most: Number.POSITIVE_INFINITY },
  takes: ['item'],
  options: { undo: { hasValue: true } },
  async run(context, { operands, text }) {
    const { connect, texts, say } = context
    const { client } = connect()
    const undone = text('undo')
    if (undone !== undefined && operands.length === 0) return restore(client, undone, context)
    if (undone !== undefined || operands.length === 0) {
      const usage = `promptshelf ${texts.commands.rm.usage}`
      throw new UsageError(fillText(texts.usage.operands, { usage }))
    }
    const items = await findItems(client, operands, texts)
    const selection = toSelection(items)
    const { trashId = '' } = await client(selectionCalls.deleteSelection, selection)
    say(fillText(texts.folders.deleted, { names: nameItems(items, texts) }))
    say(fillText(texts.folders.undo, { command: quoteWords(['rm', '--undo', trashId]) }))
    return { text: '', json: { trashId, ...selection } }
  },
}

/** Restores one deletion from the trash. */
async function restore(client: Client, trashId: string, { texts, say }: Context): Promise<Report> {
  const { items } = await client(trashCalls.listTrash, {})
  const found = items.find(({ id }) => id === trashId)
  if (found === undefined)
    throw new CommandError(fillText(texts.folders.notInTrash, { id: trashId }))
  await client(trashCalls.restoreTrash, { trashId })
  const { name, promptCount: prompts, folderCount: folders } = found
  say(fillText(texts.folders.restored, { name, prompts, folders }))
  return { text: '', json: { trashId, name, prompts, folders } }
}
