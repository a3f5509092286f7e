import { isBodyTooLong } from '#contract/variables/body-length.ts'
import { defaultColor } from '#contract/colors.ts'
import { isLongerThan, limits } from '#contract/limits.ts'
import {
  certainForms,
  findOtherForms,
  convertVariables,
} from '#contract/other-forms/other-forms.ts'
import { FilePrompt, type LibraryFile } from '#contract/transfer/library-file.ts'
import { applyChanges, withNamed } from '#contract/variables/variable-edits.ts'
import { VariableSetting } from '#contract/variables/variable-schemas.ts'
import { settingsFor } from '#contract/variables/variable-settings.ts'
import { noNames, toStoredForm } from '#contract/variables/variables.ts'
import type { FormatId, FormatOptions, FormatResult, Table } from './format.ts'
import { emptyLibrary } from './empty-library.ts'
import { cutTo, mendNamed, mendText } from './mend.ts'
import type { Problem, ProblemCode } from './problems.ts'

/** A prompt as another tool has it. */
export type Found = {
  /** Where it was found, for problems. */
  file: string
  line?: number
  /** Without one, the beginning of the text is. */
  name?: string | undefined
  text: string
  notes?: string | undefined
  /** The folders that it lies in, the outermost first. */
  folders?: readonly string[]
  /** What the source says of its variables; it is right before what is found in the text. */
  settings?: readonly VariableSetting[]
  isFavourite?: boolean
  createdAt?: string | undefined
  updatedAt?: string | undefined
}

/** Of Markdown, in which `[[name]]` is a link. */
const withLinks = new Set<FormatId>(['markdown', 'fabric', 'dotprompt', 'prompty', 'template'])

type Details = Omit<Problem, 'code' | 'file'>

/** Gathers what a format finds in the shape of our own file, and what is wrong with it. */
export function collect(format: FormatId, { takeOver: isTaking, onRead }: FormatOptions) {
  const library: LibraryFile = emptyLibrary()
  const problems: Problem[] = []
  const told = new Map<string, Problem>()
  const folderIds = new Map<string, string>()
  const tables: Table[] = []
  const forms = certainForms.filter((form) => form !== 'square' || !withLinks.has(format))
  let takenOver = 0

  return { library, tables, tell, addFolder, folderFor, add, addVersion, result }

  /** The same problem of one file is told once, with its first line and the number of times. */
  function tell(code: ProblemCode, file: string, details: Details = {}): void {
    const key = `${code} ${file}`
    const before = told.get(key)
    if (before) {
      before.count = (before.count ?? 1) + (details.count ?? 1)
      return
    }
    const problem = { code, file, count: 1, ...details }
    told.set(key, problem)
    problems.push(problem)
  }

  function addFolder(given: string, parentId: string | null, color = defaultColor): string {
    const id = `${format}-folder-${library.folders.length + 1}`
    const folder = mendNamed({ id, parentId, name: given, color }, (code, details) =>
      tell(code, given.slice(0, limits.nameLength), details),
    )
    library.folders.push(folder)
    return id
  }

  /** The folder at a path, made where it is missing. */
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

  /** Adds a prompt that has a text; answers its id. */
  function add(found: Found): string | undefined {
    const { file, line } = found
    const at = line === undefined ? {} : { line }
    onRead?.(found.text.length)
    const text = clean(found.text, file, at)
    if (text.trim() === '') {
      tell('prompt_missing', file, at)
      return undefined
    }
    const { prompt, variables } = toBody(text, found.settings ?? [], file, at)
    const wholeName = nameOf(clean(found.name ?? '', file, at)) || firstLine(text)
    const name = cutTo(wholeName, limits.nameLength)
    let notes = clean(found.notes ?? '', file, at).trim()
    if (name !== wholeName) {
      if (found.name !== undefined) {
        tell('name_shortened', file, { ...at, limit: limits.nameLength })
        notes = notes === '' ? wholeName : `${wholeName}\n\n${notes}`
      }
    }
    if (isLongerThan(notes, limits.notesLength)) {
      tell('notes_too_long', file, { ...at, name, limit: limits.notesLength })
      notes = cutTo(notes, limits.notesLength)
    }
    if (isBodyTooLong(prompt)) {
      tell('prompt_too_long', file, { ...at, name, limit: limits.promptLength })
    }
    const id = `${format}-prompt-${library.prompts.length + 1}`
    const written = FilePrompt.parse({
      id,
      folderId: folderFor(found.folders ?? []),
      name,
      prompt,
      notes: notes === '' ? null : notes,
      variables,
      isFavourite: found.isFavourite ? 1 : 0,
      ...(found.createdAt && { createdAt: found.createdAt }),
      ...(found.updatedAt && { updatedAt: found.updatedAt }),
    })
    library.prompts.push(written)
    return id
  }

  /** Adds a former state of a prompt, the oldest first. */
  function addVersion(
    promptId: string,
    former: Pick<Found, 'file' | 'text' | 'settings'> & {
      name: string
      writtenAt: string
      label: string | null
    },
  ): void {
    const { prompt, variables } = toBody(former.text, former.settings ?? [], former.file, {})
    library.versions.push({
      promptId,
      name: cutTo(nameOf(former.name), limits.nameLength),
      prompt,
      notes: null,
      variables,
      writtenAt: former.writtenAt,
      label: former.label,
    })
  }

  function toBody(text: string, given: readonly VariableSetting[], file: string, at: Details) {
    const found = isTaking ? findOtherForms(text, forms) : []
    const { changes, settings, ambiguous } = convertVariables(found)
    for (const name of ambiguous) tell('defaults_differ', file, { ...at, name })
    const taken = found.length === 0 ? text : applyChanges(text, changes)
    const named = withNamed(taken, [...names(found), ...names(given)], noNames)
    const prompt = toStoredForm(taken, named)
    const sound = given.filter((setting) => {
      const isSound = VariableSetting.safeParse(setting).success
      if (!isSound) tell('variable_simplified', file, { name: setting.name })
      return isSound
    })
    if (found.length > 0) takenOver++
    const variables = settingsFor(prompt, [...settings, ...sound])
    if (JSON.stringify(variables).length > limits.variableSettingsLength) {
      tell('variable_simplified', file, { name: variables[0]?.name ?? '', count: variables.length })
      return { prompt, variables: [] }
    }
    return { prompt, variables }
  }

  function clean(text: string, file: string, at: Details): string {
    return mendText(text, (code, details) => tell(code, file, { ...at, ...details }))
  }

  function result(): FormatResult {
    return { library, problems, takenOver, ...(tables.length > 0 && { tables }) }
  }
}

export type Collection = ReturnType<typeof collect>

function names(those: readonly { name: string }[]): string[] {
  return those.map(({ name }) => name)
}

function nameOf(written: string): string {
  return written.trim().replaceAll(/\s+/g, ' ')
}

const firstLineLength = 60

/** What a prompt without a name is called: its first words. */
export function firstLine(text: string): string {
  const line = nameOf(/[^\s#>*`-].*/.exec(text)?.[0] ?? text)
  const end = line.lastIndexOf(' ', firstLineLength)
  if (line.length <= firstLineLength) return line
  return cutTo(line, end > 20 ? end + 1 : firstLineLength)
}
