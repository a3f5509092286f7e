import { isBodyTooLong } from '#contract/variables/body-length.ts'
import { defaultColor } from '#contract/core/colors.ts'
import { cutTo, isLongerThan, limits } from '#contract/core/limits.ts'
import {
  certainForms,
  findOtherForms,
  convertVariables,
} from '#contract/variables/other-forms/other-forms.ts'
import { VersionTexts } from '#contract/library/prompts.ts'
import { FilePrompt, type LibraryFile } from '#contract/transfer/library-file.ts'
import { toShortName } from '#contract/core/short-names.ts'
import { applyChanges, withNamed } from '#contract/variables/variable-edits.ts'
import { VariableSetting } from '#contract/variables/variable-schemas.ts'
import { settingsFor } from '#contract/variables/variable-settings.ts'
import { noNames, toStoredForm } from '#contract/variables/variables.ts'
import type { FormatId, FormatOptions, FormatResult, Table } from './format.ts'
import { emptyLibrary } from './empty-library.ts'
import { mendNamed, mendText } from './mend.ts'
import type { Problem, ProblemCode } from './problems.ts'

/** A prompt as read from a file. */
export type ForeignPrompt = {
  /** File and line, for reporting problems. */
  file: string
  line?: number
  /** Defaults to the beginning of the text. */
  name?: string | undefined
  /** Its name in the source: `/review`, `:review`. It becomes the short name if it is one word. */
  command?: string | undefined
  text: string
  notes?: string | undefined
  whenToUse?: string | undefined
  /** Names of the enclosing folders, outermost first. */
  folders?: readonly string[]
  /** Variable settings declared by the source. They override those derived from the text. */
  settings?: readonly VariableSetting[]
  isFavourite?: boolean
  createdAt?: string | undefined
  updatedAt?: string | undefined
}

/** Formats based on Markdown, in which `[[name]]` is a link. */
const withLinks = new Set<FormatId>(['markdown', 'fabric', 'dotprompt', 'prompty', 'template'])

type Details = Omit<Problem, 'code' | 'file'>

/** Collects prompts, folders and problems of a format in the shape of our own file. */
export function collect(format: FormatId, { takeOver: isConverting, onRead }: FormatOptions) {
  const library: LibraryFile = emptyLibrary()
  const problems: Problem[] = []
  const reported = new Map<string, Problem>()
  const folderIds = new Map<string, string>()
  const tables: Table[] = []
  const forms = certainForms.filter((form) => form !== 'square' || !withLinks.has(format))
  let takenOver = 0
  const convertedNames = new Set<string>()

  return { library, tables, report, addFolder, folderFor, add, addVersion, result }

  /** Reports a problem. Repeats in the same file are counted under the first line. */
  function report(code: ProblemCode, file: string, details: Details = {}): void {
    const key = `${code} ${file}`
    const before = reported.get(key)
    if (before) {
      before.count = (before.count ?? 1) + (details.count ?? 1)
      return
    }
    const problem = { code, file, count: 1, ...details }
    reported.set(key, problem)
    problems.push(problem)
  }

  function addFolder(given: string, parentId: string | null, color = defaultColor): string {
    const id = `${format}-folder-${library.folders.length + 1}`
    const folder = mendNamed({ id, parentId, name: given, color }, (code, details) =>
      report(code, given.slice(0, limits.nameLength), details),
    )
    library.folders.push(folder)
    return id
  }

  /** Returns the id of the folder at a path, creating missing folders. */
  function folderFor(path: readonly string[]): string | null {
    let id: string | null = null
    let key = ''
    for (const name of path) {
      key += `/${name.replaceAll('/', '//')}`
      const known: string = folderIds.get(key) ?? addFolder(name, id)
      folderIds.set(key, known)
      id = known
    }
    return id
  }

  /** Adds a prompt and returns its id, or undefined if it has no text. */
  function add(source: ForeignPrompt): string | undefined {
    const { file, line } = source
    const at = line === undefined ? {} : { line }
    onRead?.(source.text.length)
    const text = clean(source.text, file, at)
    if (text.trim() === '') {
      report('prompt_missing', file, at)
      return undefined
    }
    const { prompt, variables } = toBody(text, source.settings ?? [], file, at)
    const wholeName = nameOf(clean(source.name ?? '', file, at)) || firstLine(text)
    const name = cutTo(wholeName, limits.nameLength)
    let notes = clean(source.notes ?? '', file, at).trim()
    if (name !== wholeName) {
      if (source.name !== undefined) {
        report('name_shortened', file, { ...at, limit: limits.nameLength })
        notes = notes === '' ? wholeName : `${wholeName}\n\n${notes}`
      }
    }
    if (isLongerThan(notes, limits.notesLength)) {
      report('notes_too_long', file, { ...at, name, limit: limits.notesLength })
      notes = cutTo(notes, limits.notesLength)
    }
    if (isBodyTooLong(prompt)) {
      report('prompt_too_long', file, { ...at, name, limit: limits.promptLength })
    }
    const command = (source.command ?? '').trim()
    const id = `${format}-prompt-${library.prompts.length + 1}`
    const written = FilePrompt.parse({
      id,
      folderId: folderFor(source.folders ?? []),
      name,
      shortName: /^\S+$/.test(command) ? toShortName(command) : null,
      prompt,
      whenToUse: clean(source.whenToUse ?? '', file, at) || null,
      notes: notes === '' ? null : notes,
      variables,
      isFavourite: source.isFavourite ? 1 : 0,
      ...(source.createdAt && { createdAt: source.createdAt }),
      ...(source.updatedAt && { updatedAt: source.updatedAt }),
    })
    library.prompts.push(written)
    return id
  }

  /** Adds an earlier version of a prompt. Expects the oldest first. */
  function addVersion(
    promptId: string,
    former: Pick<ForeignPrompt, 'file' | 'text' | 'settings'> & {
      name: string
      writtenAt: string
      label: string | null
    },
  ): void {
    const body = toBody(former.text, former.settings ?? [], former.file, {})
    const name = cutTo(nameOf(former.name), limits.nameLength)
    library.versions.push({
      ...VersionTexts.parse({ ...body, name }),
      promptId,
      writtenAt: former.writtenAt,
      label: former.label,
    })
  }

  function toBody(text: string, given: readonly VariableSetting[], file: string, at: Details) {
    const found = isConverting ? findOtherForms(text, forms) : []
    const { changes, settings, ambiguous } = convertVariables(found)
    for (const name of ambiguous) report('defaults_differ', file, { ...at, name })
    const converted = found.length === 0 ? text : applyChanges(text, changes)
    const named = withNamed(converted, [...names(found), ...names(given)], noNames)
    const prompt = toStoredForm(converted, named)
    const sound = given.filter((setting) => {
      const isSound = VariableSetting.safeParse(setting).success
      if (!isSound) report('variable_simplified', file, { name: setting.name })
      return isSound
    })
    if (found.length > 0) takenOver++
    for (const { name } of found) convertedNames.add(name)
    const variables = settingsFor(prompt, [...settings, ...sound])
    if (JSON.stringify(variables).length > limits.variableSettingsLength) {
      report('variable_simplified', file, {
        name: variables[0]?.name ?? '',
        count: variables.length,
      })
      return { prompt, variables: [] }
    }
    return { prompt, variables }
  }

  function clean(text: string, file: string, at: Details): string {
    return mendText(text, (code, details) => report(code, file, { ...at, ...details }))
  }

  function result(): FormatResult {
    const converted = [...convertedNames]
    return { library, problems, takenOver, converted, ...(tables.length > 0 && { tables }) }
  }
}

export type Collection = ReturnType<typeof collect>

function names(items: readonly { name: string }[]): string[] {
  return items.map(({ name }) => name)
}

function nameOf(written: string): string {
  return written.trim().replaceAll(/\s+/g, ' ')
}

/** Joins texts that are not empty, with an empty line between them. */
export function paragraphs(...texts: string[]): string {
  return texts.filter((text) => text !== '').join('\n\n')
}

const firstLineLength = 60

/** Returns the first words of a text, as a name for a prompt that has none. */
export function firstLine(text: string): string {
  const line = nameOf(/[^\s#>*`-].*/.exec(text)?.[0] ?? text)
  const end = line.lastIndexOf(' ', firstLineLength)
  if (line.length <= firstLineLength) return line
  return cutTo(line, end > 20 ? end + 1 : firstLineLength)
}
