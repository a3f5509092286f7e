import { randomBytes } from 'node:crypto'
import { defaultColor } from '#contract/core/colors.ts'
import { cutTo } from '#contract/core/limits.ts'
import { promptCalls, VersionTexts } from '#contract/library/prompts.ts'
import { CommandError, type Command, type Report } from '#cli/core/define-command.ts'
import { fileNameOf, readFile, tellUnkept } from '#cli/commands/edit-prompt.ts'
import { writePromptFile } from '#cli/prompts/prompt-file.ts'
import { createPlace, findPlace } from '#cli/prompts/find-folder.ts'
import { rowOf, tableWidth } from '#cli/prompts/prompt-rows.ts'
import { editText, saveOrKeep } from '#cli/prompts/edit-text.ts'
import { isPipedIn, readInput } from '#cli/terminal/read-input.ts'
import { formatRows } from '#cli/terminal/show-text.ts'
import { fillText } from '#cli/core/texts.ts'

export const newPrompt: Command = {
  name: 'new',
  operands: { least: 0, most: 1 },
  options: { folder: { hasValue: true, takes: 'folder' } },
  async run(context, { operands: [title], text }) {
    const { texts, connect, say } = context
    const { client } = connect()
    const path = text('folder') ?? ''
    let place = await findPlace(client, path)
    // A repeated creation creates one prompt.
    const attempt = randomBytes(16).toString('hex')
    const file = fileNameOf(null)
    if (isPipedIn()) {
      const written = await readInput(context)
      return saveOrKeep(context, file, written, (text) => create(text, title))
    }
    const start = writeStart(title ?? '')
    const report = await editText(context, {
      command: 'new',
      name: file,
      text: start,
      save: (text) => create(text),
    })
    if (report === undefined) throw new CommandError(texts.edit.notCreated)
    return report

    /** @param name the name of a prompt without one; in an editor, the user may have changed it */
    async function create(written: string, name?: string): Promise<Report> {
      const { prompt, others } = readFile(written, '', context)
      if (prompt.prompt.trim() === '') throw new CommandError(texts.edit.empty)
      tellUnkept(others, context)
      const made = { ...prompt, name: (name ?? prompt.name) || firstWords(prompt.prompt) }
      const { id: folderId } = await createPlace(client, place)
      if (place.missing.length > 0) say(fillText(texts.folders.created, { name: path }))
      // The editor may be opened again after a failure.
      place = { folderId, missing: [] }
      const input = { ...made, attempt, ...(folderId !== undefined && { folderId }) }
      const { id } = await client(promptCalls.createPrompt, input)
      const { shortName } = made
      return {
        text: formatRows([rowOf({ id, name: made.name, shortName })], tableWidth()),
        json: { id, name: made.name, shortName },
      }
    }
  },
}

/** The file of a new prompt, with further fields as comments. */
function writeStart(name: string): string {
  const texts = VersionTexts.parse({ name, prompt: '' })
  const prompt = { ...texts, shortName: null, color: defaultColor }
  const own = ['  # shortName: review', '  # whenToUse: Before a merge.']
  return writePromptFile({ prompt, others: { lines: [], own } })
}

const firstWordsLength = 60

function firstWords(body: string): string {
  const line = body.trim().split('\n', 1)[0] ?? ''
  return cutTo(line.replace(/^[#>*\s-]+/, '').trim() || line, firstWordsLength)
}
