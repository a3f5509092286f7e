import { lstatSync, readdirSync, readFileSync, statSync, type Dirent } from 'node:fs'
import { join } from 'node:path'
import { reasonOf } from '#cli/server/describe-error.ts'
import { PromptFileError, readPromptFile, type PromptFile } from '#cli/prompts/prompt-file.ts'
import { contentHash, ContentError, toStored } from '#cli/sync/prompt-content.ts'
import { joinPath, nameOf, parentOf } from '#cli/sync/place-folders.ts'
import type { SyncState } from '#cli/sync/sync-state.ts'
import { fillText, type Texts } from '#cli/core/texts.ts'

/** A file that is not a prompt: the reason is a sentence for the user. */
export type Problem = { path: string; message: string }

/** A file of a prompt. */
export type LocalFile = {
  /** Relative to the directory, with `/` between names. */
  path: string
  size: number
  mtimeMs: number
  /** The id in the file. */
  id: string | undefined
  hash: string
  /** Undefined if the file is unchanged since the last run, and has not been read. */
  read: PromptFile | undefined
}

export type LocalDirectory = {
  files: LocalFile[]
  /** Of directories, with the empty path of the root. */
  directories: Set<string>
  /** Files left by conflicts. */
  theirs: Set<string>
  problems: Problem[]
  /** Whether an unreadable file may be a prompt that has been moved there. */
  isUnsure: boolean
}

const limits = {
  /** In bytes. Enough for the longest prompt, its notes and its settings in UTF-8. */
  file: 4_000_000,
  files: 200_000,
  depth: 40,
}

/** The possible precision of file times: a file written this shortly before the state may have changed again. */
const clockMs = 2_000

const theirsName = /\.theirs(?:-\d+)?\.md$/i
/** Files in repositories that are meant for people. */
const aboutName =
  /^(?:readme|license|licence|changelog|contributing|code_of_conduct|security)\.md$/i

/** Reads the Markdown files of a directory, at any depth. Does not follow links, and ignores hidden files. */
export function readDirectory(
  directory: string,
  state: SyncState | undefined,
  texts: Texts,
): LocalDirectory {
  const known = new Map(
    Object.entries(state?.prompts ?? {}).map(([id, entry]) => [entry.path, { id, ...entry }]),
  )
  const local: LocalDirectory = {
    files: [],
    directories: new Set(['']),
    theirs: new Set(),
    problems: [],
    isUnsure: false,
  }
  const report = (path: string, text: string, values: Record<string, string | number> = {}) =>
    local.problems.push({ path, message: fillText(text, { path, ...values }) })
  visit('', 0)
  return local

  function visit(path: string, depth: number): void {
    for (const entry of list(path)) {
      const inside = joinPath(path, entry.name)
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
      const isPrompt = /\.md$/i.test(entry.name)
      if (entry.isSymbolicLink()) {
        if (isPrompt || isDirectory(inside)) report(inside, texts.sync.link)
      } else if (entry.isDirectory()) {
        if (depth >= limits.depth) report(inside, texts.sync.deep)
        else {
          local.directories.add(inside)
          visit(inside, depth + 1)
        }
      } else if (isPrompt && theirsName.test(entry.name)) local.theirs.add(inside)
      else if (isPrompt && entry.isFile()) read(inside)
    }
  }

  function list(path: string): Dirent[] {
    try {
      return readdirSync(join(directory, path), { withFileTypes: true }).toSorted((one, other) =>
        one.name < other.name ? -1 : 1,
      )
    } catch (error) {
      // A first dry run does not create the directory.
      if (path === '' && (error as NodeJS.ErrnoException).code === 'ENOENT') return []
      report(path, texts.failed.noFile, { file: path, reason: reasonOf(error, texts) })
      local.isUnsure = true
      return []
    }
  }

  function isDirectory(path: string): boolean {
    return statSync(join(directory, path), { throwIfNoEntry: false })?.isDirectory() ?? false
  }

  function read(path: string): void {
    const file = join(directory, path)
    try {
      const { size, mtimeMs } = lstatSync(file)
      const entry = known.get(path)
      const isAsItWas =
        entry?.size === size &&
        entry.mtimeMs === mtimeMs &&
        mtimeMs < (state?.savedAt ?? 0) - clockMs
      if (isAsItWas) {
        local.files.push({ path, size, mtimeMs, id: entry.id, hash: entry.hash, read: undefined })
        return
      }
      if (size > limits.file) {
        report(path, texts.sync.large, { size: Math.floor(limits.file / 1_000_000) })
        return
      }
      const text = toText(readFileSync(file))
      if (text === undefined) {
        report(path, texts.sync.binary)
        return
      }
      const given = readPromptFile(text, toTitle(path))
      if (given.id === undefined && entry === undefined && aboutName.test(nameOf(path))) return
      const prompt = toStored(given.prompt)
      const { id = entry?.id } = given
      local.files.push({
        path,
        size,
        mtimeMs,
        id,
        hash: contentHash(prompt),
        read: { ...given, prompt },
      })
    } catch (error) {
      if (!known.has(path)) local.isUnsure = true
      if (error instanceof PromptFileError) {
        const text = error.isOpen ? texts.sync.frontMatterOpen : texts.sync.frontMatter
        report(path, text, { line: error.line })
      } else if (error instanceof ContentError) {
        report(path, texts.sync.refused, { reason: texts.ofErrors[error.code] })
      } else report(path, texts.failed.noFile, { file: path, reason: reasonOf(error, texts) })
    }
  }
}

/** The text of a file in UTF-8; undefined for anything else. */
export function toText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The name of a prompt without a title: that of its file. */
export function toTitle(path: string): string {
  return nameOf(path).replace(/\.md$/i, '').normalize('NFC').trim() || '…'
}

/** Whether a path is, or is inside, one that could not be read. */
export function isBlocked(path: string, problems: ReadonlySet<string>): boolean {
  for (let at = path; at !== ''; at = parentOf(at)) if (problems.has(at)) return true
  return problems.has('')
}
