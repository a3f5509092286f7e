import { findInvisible, textsOf } from '#web/library/invisible/find-invisible.ts'
import type { FormatOptions, TextFile } from '#contract/transfer/formats/format.ts'
import { readTexts } from '#web/transfer/formats/formats.ts'
import {
  problemKinds,
  type Problem,
  type ProblemCode,
} from '#contract/transfer/formats/problems.ts'
import { folderOfSkill, skillFoldersOf } from '#web/transfer/formats/skills/skill-parts.ts'
import { decodeText } from './decode-text.ts'
import { isHidden } from '#contract/transfer/markdown/file-names.ts'
import { megabyte, readLimits } from './limits.ts'
import { BrokenZip, listZip, openZip, TooLarge, type ZipEntry } from './read-zip.ts'
import type { Reading, Source } from './reading.ts'
import { safePath } from './safe-path.ts'

const textExtensions =
  /\.(?:md|mdc|mdx|markdown|prompty?|txt|text|csv|tsv|jsonl?|ndjson|ya?ml|toml|j2|jinja2?|mustache|hbs|handlebars|(?:cursor|windsurf|cline)rules)$/i
const zipExtension = /\.zip$/i
/** Documents of word processors, and PDFs. */
const documentExtension = /\.(?:docx?|odt|rtf|pages|pdf)$/i

/** The share of the progress that covers unpacking and decoding. */
const shareOfBytes = 0.4

/** Reads files, unpacks ZIPs, and parses what they contain. */
export async function readSources(
  sources: readonly Source[],
  options: FormatOptions,
  onProgress: (share: number) => void = () => {},
): Promise<Reading> {
  const problems = new Problems()
  const texts = await readTextsOf(sources, problems, (share) => onProgress(share * shareOfBytes))
  problems.reportLeftOut(skillFoldersOf(texts))
  const allCharacters = texts.reduce((sum, { text }) => sum + text.length, 1)
  let doneCharacters = 0
  const { library, tables, takenOver, converted, formats, ...read } = readTexts(texts, {
    ...options,
    onRead(characters) {
      doneCharacters += characters
      const share = Math.min(1, doneCharacters / allCharacters)
      onProgress(shareOfBytes + share * (1 - shareOfBytes))
    },
  })
  for (const { code, file, ...details } of read.problems) problems.report(code, file, details)
  if (library.prompts.length > readLimits.prompts) {
    library.prompts.length = readLimits.prompts
    problems.report('too_many_prompts', '', { limit: readLimits.prompts })
  }
  const isEmpty = Object.values(library).every((entries) => entries.length === 0)
  if (isEmpty && problems.isEmpty) problems.report('nothing_found', '')
  onProgress(1)
  return {
    formats,
    library,
    problems: problems.list(readLimits.problems),
    tables,
    takenOver,
    converted,
    invisible: findInvisible(textsOfAll(library)),
  }
}

function* textsOfAll({ prompts, trashedPrompts }: Reading['library']) {
  for (const prompt of prompts) yield* textsOf(prompt)
  for (const prompt of trashedPrompts) yield* textsOf(prompt)
}

/** Collects problems. Merges repeated problems of a file, and files with the same unknown extension. */
class Problems {
  readonly #byKey = new Map<string, Problem>()

  /** Files that are not read. Those of a skill are reported by name, once all skills are known. */
  readonly #leftOut: { code: ProblemCode; path: string; zip: string | undefined }[] = []

  get isEmpty(): boolean {
    return this.#byKey.size === 0
  }

  report(code: ProblemCode, file: string, details: Omit<Problem, 'code' | 'file'> = {}): void {
    const name = code === 'unknown_format' ? extensionOf(file) : details.name
    const key = `${code} ${code === 'unknown_format' ? name : file}`
    const problem = { code, file, count: 1, ...details, ...(name !== undefined && { name }) }
    const before = this.#byKey.get(key)
    this.#byKey.set(key, before ? merged(before, problem) : problem)
  }

  leaveOut(code: ProblemCode, path: string, zip?: string): void {
    this.#leftOut.push({ code, path, zip })
  }

  reportLeftOut(skills: ReadonlySet<string>): void {
    for (const { code, path, zip } of this.#leftOut) {
      const skill = folderOfSkill(path, skills)
      if (skill === undefined) this.report(code, zip ?? path)
      else {
        const name = (skill === '' ? path : path.slice(skill.length + 1)).slice(-namesShown)
        const file = skill === '' ? 'SKILL.md' : `${skill}/SKILL.md`
        this.report('skill_files_left_out', file, { name })
      }
    }
  }

  /** Lists losses first, then changes. Beyond `most`, merges the rest into one problem per code. */
  list(most: number): Problem[] {
    const kinds = ['lost', 'changed', 'skipped']
    const sorted = [...this.#byKey.values()].toSorted(
      (one, other) =>
        kinds.indexOf(problemKinds[one.code]) - kinds.indexOf(problemKinds[other.code]),
    )
    const rest = Map.groupBy(sorted.slice(most), ({ code }) => code)
    return [...sorted.slice(0, most), ...[...rest.values()].map((same) => same.reduce(merged))]
  }
}

/** Merges two problems with the same code, listing the names of both: unknown extensions, or files of a skill. */
function merged(one: Problem, other: Problem): Problem {
  const { name = '', line, ...rest } = one
  const isSameFile = one.file === other.file && one.file !== ''
  const isList = one.code === 'unknown_format' || one.code === 'skill_files_left_out'
  const isOther = isList && other.name !== undefined && name !== other.name
  const names = isOther && name.length < namesShown ? `${name}, ${other.name}` : name
  return {
    ...rest,
    ...(isSameFile ? line !== undefined && { line } : { file: '' }),
    count: (one.count ?? 1) + (other.count ?? 1),
    ...(names !== '' && { name: names }),
  }
}

/** Length of a list of names, in characters. */
const namesShown = 60

/** Returns a file's extension, or its name if it has none. */
function extensionOf(path: string): string {
  return /(?:\.[^./]*|[^./]+)$/.exec(path)?.[0].toLowerCase() ?? path
}

/** Remaining files and bytes that may be read. */
type Budget = { files: number; bytes: number }

async function readTextsOf(
  sources: readonly Source[],
  problems: Problems,
  onProgress: (share: number) => void,
): Promise<TextFile[]> {
  const texts: TextFile[] = []
  const budget: Budget = { files: readLimits.files, bytes: readLimits.bytes }
  const allBytes = sources.reduce((sum, { file }) => sum + file.size, 1)
  let doneBytes = 0
  for (const { path: given, file } of sources) {
    const path = pathOf(given, problems)
    if (path !== '') {
      if (budget.files <= 0) {
        problems.report('too_many_files', '', { limit: readLimits.files })
        break
      }
      try {
        if (zipExtension.test(path)) {
          await readZipFile(file, path, { texts, problems, budget }, (share) =>
            onProgress((doneBytes + share * file.size) / allBytes),
          )
        } else {
          budget.files--
          if (documentExtension.test(path)) problems.leaveOut('document', path)
          else if (!textExtensions.test(path)) problems.leaveOut('unknown_format', path)
          else if (hasRoom(path, file.size, budget, problems)) {
            const bytes = new Uint8Array(await file.arrayBuffer())
            addText(path, bytes, { texts, problems, budget })
          }
        }
      } catch (error) {
        if (!(error instanceof Error)) throw error
        problems.report(error instanceof RangeError ? 'out_of_memory' : 'unreadable', path)
      }
    }
    doneBytes += file.size
    onProgress(doneBytes / allBytes)
  }
  return texts
}

type Output = { texts: TextFile[]; problems: Problems; budget: Budget }

/** Whether a file fits the limits. Reports it if not. */
function hasRoom(path: string, bytes: number, budget: Budget, problems: Problems): boolean {
  const most = mostBytes(path)
  if (bytes > most) problems.report('file_too_large', path, { limit: most / megabyte })
  else if (bytes > budget.bytes) {
    problems.report('files_too_large', '', { limit: readLimits.bytes / megabyte })
  } else return true
  return false
}

function mostBytes(path: string): number {
  return /\.json$/i.test(path) ? readLimits.jsonBytes : readLimits.fileBytes
}

function addText(path: string, bytes: Uint8Array, { texts, problems, budget }: Output): void {
  budget.bytes -= bytes.length
  const decoded = decodeText(bytes)
  if (!decoded) {
    problems.leaveOut('not_text', path)
    return
  }
  const { text, guessed } = decoded
  if (guessed?.isMixed) {
    problems.report('encoding_mixed', path, { line: guessed.line, count: guessed.count })
  } else if (guessed) problems.report('encoding_guessed', path, { line: guessed.line })
  texts.push({ path, text })
}

function pathOf(given: string, problems: Problems, zip?: string): string {
  const { path, wasUnsafe, wasTooDeep } = safePath(given)
  if (path.split('/').some(isHidden)) return ''
  if (wasUnsafe) problems.report('name_unsafe', zip ?? path)
  if (wasTooDeep) problems.report('too_deep', zip ?? path, { limit: readLimits.depth })
  return path
}

async function readZipFile(
  file: File,
  zip: string,
  into: Output,
  onProgress: (share: number) => void,
): Promise<void> {
  const { problems, budget } = into
  let entries: ZipEntry[]
  try {
    entries = await listZip(file, budget.files)
  } catch (error) {
    if (!(error instanceof BrokenZip)) throw error
    problems.report('zip_broken', zip)
    return
  }
  // Entries that overlap form a bomb without a high compression ratio.
  if (entries.reduce((sum, { bytes }) => sum + bytes, 0) > file.size) {
    problems.report('zip_bomb', zip)
    return
  }
  if (entries.length > budget.files) {
    problems.report('too_many_files', zip, { limit: readLimits.files })
    entries.length = budget.files
  }
  budget.files -= entries.length
  const unpack = openZip(file)
  for (const [at, entry] of entries.entries()) {
    if (entry.isFolder) continue
    const path = pathOf(entry.name, problems, zip)
    if (path === '') continue
    const what = refusal(path, entry)
    if (what) {
      problems.leaveOut(what, path, zip)
      continue
    }
    const isSmall = entry.bytes * readLimits.ratio < mostBytes(path)
    const mostOfRatio = Math.max(entry.bytes * readLimits.ratio, readLimits.harmlessBytes)
    const most = Math.min(mostOfRatio, mostBytes(path), budget.bytes)
    try {
      addText(path, await unpack(entry, most), into)
    } catch (error) {
      if (error instanceof BrokenZip) problems.report('zip_broken', `${zip}/${path}`)
      else if (!(error instanceof TooLarge)) throw error
      else if (most === budget.bytes) {
        problems.report('files_too_large', '', { limit: readLimits.bytes / megabyte })
        return
      } else if (isSmall) {
        problems.report('zip_bomb', zip)
        return
      } else {
        problems.report('file_too_large', `${zip}/${path}`, { limit: most / megabyte })
      }
    }
    if (at % 100 === 0) onProgress(at / entries.length)
  }
}

/** Returns why an entry must not be unpacked. */
function refusal(path: string, { isEncrypted, method }: ZipEntry): ProblemCode | undefined {
  if (zipExtension.test(path)) return 'zip_in_zip'
  if (documentExtension.test(path)) return 'document'
  if (!textExtensions.test(path)) return 'not_text'
  if (isEncrypted) return 'zip_encrypted'
  return method === 0 || method === 8 ? undefined : 'zip_method'
}
