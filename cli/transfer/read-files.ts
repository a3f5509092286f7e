import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { collect } from '#contract/transfer/formats/collect.ts'
import { csv } from '#contract/transfer/formats/csv.ts'
import type { Format, Table, TextFile } from '#contract/transfer/formats/format.ts'
import { jsonOf, looksLikeJson } from '#contract/transfer/formats/json/read-json.ts'
import { promptshelf } from '#contract/transfer/formats/json/promptshelf.ts'
import { mendPrompt } from '#contract/transfer/formats/mend.ts'
import { foldersOf, stemOf } from '#contract/transfer/formats/paths.ts'
import type { Problem } from '#contract/transfer/formats/problems.ts'
import { readWithFormats } from '#contract/transfer/formats/read-with-formats.ts'
import { text } from '#contract/transfer/formats/text.ts'
import { FilePrompt, type FileFolder, type LibraryFile } from '#contract/transfer/library-file.ts'
import { isBodyTooLong } from '#contract/variables/body-length.ts'
import { toPlainText } from '#contract/variables/variables.ts'
import { limits } from '#contract/core/limits.ts'
import { describeUnknown } from '#cli/prompts/describe-unknown.ts'
import { PromptFileError, readPromptFile, type PromptFile } from '#cli/prompts/prompt-file.ts'
import { decodeText } from '#cli/terminal/decode-text.ts'
import { reasonOf } from '#cli/server/describe-error.ts'
import { CommandError } from '#cli/core/define-command.ts'
import { fillText, type Texts } from '#cli/core/texts.ts'

/** Something that was not read, or not unchanged. Those without a code are a sentence. */
export type ReadProblem = Problem | { file: string; message: string }

/** The prompts of files, and the problems of reading them. */
export type Read = { library: LibraryFile; problems: ReadProblem[] }

const mostBytes = 250 * 1024 * 1024
const mostFiles = 100_000

/**
 * Reads files, and those of folders at any depth, whose names become folders. Reports those that are not text.
 *
 * @throws CommandError if one cannot be read
 */
export function readPaths(
  paths: readonly string[],
  texts: Texts,
): { files: TextFile[]; problems: Problem[] } {
  const files: TextFile[] = []
  const problems: Problem[] = []
  let bytes = 0
  const add = (file: string, path: string, isNamed = false) => {
    const isTooMuch = () => bytes > mostBytes || files.length >= mostFiles
    // Before reading it; the size of a pipe is only known afterwards.
    const { size } = statSync(file)
    bytes += size
    if (isTooMuch()) throw new CommandError(texts.import.tooMuch)
    const content = readFileSync(file)
    bytes += content.length - size
    if (isTooMuch()) throw new CommandError(texts.import.tooMuch)
    const text = decodeText(content)
    if (text === undefined) {
      problems.push({ code: 'not_text', file: path })
      return
    }
    // A file passed by the shell has a number as its name.
    const name = isNamed && !path.includes('.') ? nameByContent(path, text) : path
    files.push({ path: name.normalize('NFC'), text })
  }
  const addAll = (directory: string, path: string) => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
      const [file, inside] = [join(directory, entry.name), `${path}/${entry.name}`]
      // Links could form cycles.
      if (entry.isDirectory()) addAll(file, inside)
      else if (entry.isFile()) add(file, inside)
    }
  }
  for (const path of paths) {
    try {
      if (statSync(path).isDirectory()) addAll(path, basename(join(path, '.')) || 'files')
      else add(path, basename(path), true)
    } catch (error) {
      if (error instanceof CommandError) throw error
      const reason = reasonOf(error, texts)
      const said = fillText(texts.failed.noFile, { file: path, reason })
      throw new CommandError(said, { cause: error })
    }
  }
  return { files, problems }
}

/** Names a file without an extension: a library file is detected by its content, and anything else is Markdown. */
export function nameByContent(name: string, text: string): string {
  return `${name}${/^\s*\{/.test(text) ? '.json' : '.md'}`
}

/** Markdown, including the front matter of `edit` and `sync`. Unknown settings of variables are kept, and described. */
function markdownWith(describe: (file: string, lines: string[]) => void, texts: Texts): Format {
  return {
    id: 'markdown',
    detect: (files) => files.filter(({ path }) => /\.(?:md|markdown)$/i.test(path)),
    read(files, options) {
      const collection = collect('markdown', options)
      for (const file of files) {
        const read = readMarkdown(file, collection)
        if (read !== undefined) describe(file.path, describeUnknown(read, undefined, texts))
      }
      return collection.result()
    },
  }
}

/** Our front matter, or that of other tools that declare their variables. */
const ownFrontMatter = /^\uFEFF?---[ \t]*\r?\n(?:(?!---).*\n)*(?:promptshelf|input):/

/** Returns a file with our front matter. */
function readMarkdown(
  { path, text: source }: TextFile,
  collection: ReturnType<typeof collect>,
): PromptFile | undefined {
  const { add, report, library, folderFor } = collection
  const about = { file: path, name: stemOf(path), folders: foldersOf(path) }
  let read
  try {
    read = readPromptFile(source, about.name)
  } catch (error) {
    if (!(error instanceof PromptFileError)) throw error
    report('front_matter_broken', path, { line: error.line })
    add({ ...about, text: source })
    return undefined
  }
  const { prompt, others } = read
  if (!ownFrontMatter.test(source)) {
    // Variables of other tools are converted.
    const text = toPlainText(prompt.prompt)
    add({ ...about, name: prompt.name, text, notes: prompt.notes ?? undefined })
    return undefined
  }
  if (others.own.some((line) => /^ *valueSets:/.test(line))) report('values_left_out', path)
  const id = `markdown-prompt-${library.prompts.length + 1}`
  const whole = FilePrompt.parse({ ...prompt, id, folderId: folderFor(about.folders) })
  library.prompts.push(mendPrompt(whole, (code, details) => report(code, path, details)))
  return read
}

/** Reads files of any mix of formats into one library. Each is read by the first format that detects it. */
export function readLibrary(files: readonly TextFile[], texts: Texts): Read {
  const problems: ReadProblem[] = []
  const markdown = markdownWith((file, lines) => {
    for (const message of lines) problems.push({ file, message })
  }, texts)
  const formats: readonly Format[] = [promptshelf, markdown, csv, text]
  const sound = files.filter((file) => {
    const isText = !file.text.includes('\0')
    if (!isText) problems.push({ code: 'not_text', file: file.path })
    return isText
  })
  const options = { takeOver: true }
  const { library, left } = readWithFormats(formats, sound, options, (format, _, result, known) => {
    if (format !== promptshelf) mergeFolders(result.library, known.folders)
    problems.push(...result.problems)
    for (const table of result.tables ?? []) {
      const message = describeGuess(table, texts)
      if (message !== undefined) problems.push({ file: table.path, message })
    }
  })
  for (const file of left) {
    const isBroken = looksLikeJson(file) && jsonOf(file) === undefined
    problems.push({ code: isBroken ? 'json_broken' : 'unknown_format', file: file.path })
  }
  library.prompts = library.prompts.filter(({ prompt }) => !isBodyTooLong(prompt))
  return { library, problems }
}

/** Replaces folders that an earlier format has created for the same directory. Parents come first. */
function mergeFolders(read: LibraryFile, known: readonly FileFolder[]): void {
  const ids = new Map<string, string>()
  const merged = (id: string | null) => (id === null ? null : (ids.get(id) ?? id))
  read.folders = read.folders.flatMap((folder) => {
    const parentId = merged(folder.parentId)
    const same = known.find((each) => each.parentId === parentId && each.name === folder.name)
    if (same === undefined || !same.id.includes('-folder-')) return { ...folder, parentId }
    ids.set(folder.id, same.id)
    return []
  })
  for (const prompt of read.prompts) prompt.folderId = merged(prompt.folderId)
}

/** Lists the columns that were used if no heading is known; undefined if there was nothing to guess. */
function describeGuess(table: Table, { import: words }: Texts): string | undefined {
  const { isSure, choice, headings } = table
  if (isSure || headings.length < 2 || choice.prompt >= headings.length) return undefined
  const text = choice.name === null ? words.guessedText : words.guessedColumns
  return fillText(text, { prompt: choice.prompt + 1, name: (choice.name ?? 0) + 1 })
}

/** A line for each problem: the file, and what was omitted or changed. */
export function describeProblems(
  problems: readonly ReadProblem[],
  { import: words }: Texts,
): string[] {
  const own: Record<string, string> = words.problems
  return problems.map((problem) => {
    if ('message' in problem) return `${problem.file}: ${problem.message}`
    const { code, file, line, name = '', limit = limits.promptLength } = problem
    const at = line === undefined ? file : fillText(words.line, { file, line })
    const said = fillText(own[code] ?? words.otherProblem, { name, limit })
    return at === '' ? said : `${at}: ${said}`
  })
}
