import { CommandError, type Command } from '#cli/core/define-command.ts'
import { quoteWords } from '#cli/commands/completion/split-line.ts'
import { createPlace, findPlace } from '#cli/prompts/find-folder.ts'
import { fillText } from '#cli/core/texts.ts'

export const makeFolder: Command = {
  name: 'mkdir',
  operands: { least: 1, most: 1 },
  takes: ['folder'],
  options: {},
  async run({ connect, texts, say }, { operands: [path = ''] }) {
    const { client } = connect()
    const place = await findPlace(client, path)
    if (place.missing.length === 0) {
      throw new CommandError(fillText(texts.folders.exists, { name: path }))
    }
    const { ids, id } = await createPlace(client, place)
    say(fillText(texts.folders.created, { name: path }))
    // Existing folders stay: only the outermost new folder is deleted, with those in it.
    const made = ids[0] ?? ''
    say(fillText(texts.folders.undo, { command: quoteWords(['rm', `${made}/`]) }))
    return { text: '', json: { id, ids } }
  },
}
