import { editedFields, pickFields, promptCalls, type Prompt } from '#contract/library/prompts.ts'
import { renamesBetween } from '#contract/variables/renames.ts'
import { settingsFor } from '#contract/variables/variable-settings.ts'
import {
  CommandError,
  UsageError,
  type Command,
  type Context,
  type Report,
} from '#cli/core/define-command.ts'
import { describeUnknown } from '#cli/prompts/describe-unknown.ts'
import {
  noOthers,
  PromptFileError,
  readPromptFile,
  writePromptFile,
  type FilePrompt,
  type PromptFile,
} from '#cli/prompts/prompt-file.ts'
import { quoteWords } from '#cli/commands/completion/split-line.ts'
import { findPrompt } from '#cli/prompts/find-prompt.ts'
import { CallError } from '#cli/server/make-client.ts'
import { compareFiles, editText, keepBeside, keepText, saveOrKeep } from '#cli/prompts/edit-text.ts'
import { isPipedIn, readInput } from '#cli/terminal/read-input.ts'
import { fillText } from '#cli/core/texts.ts'

export const editPrompt: Command = {
  name: 'edit',
  operands: { least: 1, most: 1 },
  takes: ['prompt'],
  options: {},
  async run(context, { operands: [named = ''] }) {
    const { texts, say, connect } = context
    const { client } = connect()
    const prompt = await findPrompt(client, named, texts)
    const { id, name, shortName } = prompt
    const file = fileNameOf(shortName)
    const before = toFile(prompt)
    if (isPipedIn()) {
      const text = await readInput(context)
      // A failed pipe must not empty a prompt.
      if (text === '') throw new CommandError(texts.edit.empty)
      return saveOrKeep(context, file, text, save)
    }
    const command = quoteWords(['edit', named])
    const saved = await editText(context, { command, name: file, text: before, save })
    if (saved !== undefined) return saved
    say(fillText(texts.edit.unchanged, { name }))
    return { text: '', json: { id, name, shortName, isChanged: false } }

    async function save(text: string, path?: string): Promise<Report> {
      const edit = changesOf(prompt, before, text, context)
      try {
        const { updatedAt } = await client(promptCalls.updatePrompt, {
          promptId: id,
          ...edit,
          updatedAt: prompt.updatedAt,
        })
        say(fillText(texts.edit.saved, { name: edit.name }))
        return { text: '', json: { id, name: edit.name, shortName, updatedAt, isChanged: true } }
      } catch (error) {
        const isConflict = error instanceof CallError && error.failure?.code === 'prompt_changed'
        if (!isConflict) throw error
        const ours = path ?? keepText(file, text)
        return reportConflict(ours)
      }
    }

    /** Writes the library's current text next to the user's. */
    async function reportConflict(ours: string): Promise<Report> {
      const { prompt: theirs } = await client(promptCalls.getPrompt, { promptId: id })
      const other = keepBeside(ours, file.replace(/\.md$/, '.theirs.md'), toFile(theirs))
      const word = shortName ?? id
      say(fillText(texts.edit.conflict, { name, word, file: ours, other }))
      const json = { error: { code: 'prompt_changed' }, file: ours, theirs: other }
      return { text: compareFiles(other, ours), json, exitCode: 4 }
    }
  },
}

function toFile(prompt: Prompt): string {
  return writePromptFile({ id: prompt.id, prompt, others: noOthers })
}

/** A name that is valid in every file system. */
export function fileNameOf(shortName: string | null): string {
  return `${shortName ?? 'prompt'}.md`
}

/**
 * The changes of an edited file. Unedited fields are sent as they were, so that parsing never changes them. A text
 * without front matter is only the body.
 *
 * @throws CommandError if the file cannot be read, or belongs to another prompt
 */
function changesOf(prompt: Prompt, before: string, after: string, context: Context): FilePrompt {
  const { texts } = context
  const old = readPromptFile(before, prompt.name)
  const file = readFile(after, prompt.name, context, old.prompt)
  const { id, prompt: read } = file
  if (id !== undefined && id !== prompt.id) throw new CommandError(texts.edit.otherPrompt)
  reportUnkept(file.others, context)
  const body = sameText(read.prompt, old.prompt.prompt) ? prompt.prompt : read.prompt
  const hasSettings = !file.isBare
  const edited = pickFields(hasSettings ? read : prompt, editedFields)
  const same = editedFields.filter(
    (field) => field !== 'variables' && sameText(edited[field], prompt[field]),
  )
  // A variable that is only renamed in the text keeps its settings.
  const renames = renamesBetween(prompt.prompt, body)
  const renamed = prompt.variables.flatMap((setting) => {
    const rename = renames.find(({ from }) => from === setting.name)
    return rename ? { ...setting, name: rename.to } : []
  })
  return {
    ...edited,
    ...pickFields(prompt, same),
    prompt: body,
    variables: settingsFor(body, [...renamed, ...edited.variables]),
  }
}

/**
 * Parses a file that a person has written.
 *
 * @param before the prompt that it changes; undefined for a new one
 * @throws UsageError naming the invalid line, or the unknown settings
 */
export function readFile(
  text: string,
  name: string,
  { texts }: Context,
  before?: FilePrompt,
): PromptFile {
  try {
    const file = readPromptFile(text, name)
    const unknown = describeUnknown(file, before, texts)
    if (unknown.length > 0) throw new UsageError(unknown.join('\n'))
    return file
  } catch (error) {
    if (!(error instanceof PromptFileError)) throw error
    const { line, isOpen } = error
    const message = isOpen ? texts.edit.open : fillText(texts.edit.broken, { line })
    throw new UsageError(message, { cause: error })
  }
}

/** Lists fields that prompts do not have. */
export function reportUnkept({ lines, own }: PromptFile['others'], { texts, say }: Context): void {
  const names = [...lines, ...own].flatMap((line) => {
    const [, name] = /^ {0,2}([\w-]+):/.exec(line) ?? []
    return name ?? []
  })
  if (names.length > 0) say(fillText(texts.edit.unkept, { names: names.join(', ') }))
}

/** Whether two texts are equal except for line endings. */
function sameText(one: string | null, other: string | null): boolean {
  return toLines(one) === toLines(other)
}

function toLines(text: string | null): string | undefined {
  return text?.replaceAll(/\r\n?/g, '\n')
}
