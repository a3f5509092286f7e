import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { toFileName } from '#contract/transfer/markdown/file-names.ts'
import { OwnDirectory, PathError } from '#cli/prompts/own-directory.ts'
import { joinPath, nameOf, parentOf, pathKey } from '#cli/sync/place-folders.ts'
import { stateDirectory } from '#cli/sync/sync-state.ts'

export type FileTimes = { size: number; mtimeMs: number }

/** Writes below a directory: files atomically, and never through a link. */
export class DirectoryWriter {
  readonly #directory: string
  readonly #own: OwnDirectory
  #drafts = 0
  /** The names in directories, folded. Read once, since one directory may get many files. */
  readonly #names = new Map<string, Set<string>>()

  constructor(directory: string) {
    this.#directory = directory
    this.#own = new OwnDirectory(directory)
  }

  /**
   * Writes a file. `previous` is its state when it was last read. If undefined, the file must not exist.
   *
   * @throws PathError
   */
  write(path: string, text: string, previous: FileTimes | undefined): FileTimes {
    this.makeDirectory(parentOf(path))
    const draft = `${stateDirectory}/draft-${this.#drafts++}`
    try {
      // The draft's times, so that a change right afterwards is noticed.
      const { size, mtimeMs } = lstatSync(this.#own.create(draft, text))
      this.check(path, previous)
      this.#own.rename(draft, path)
      this.#note(path, true)
      return { size, mtimeMs }
    } finally {
      this.#own.remove(draft)
    }
  }

  /** @throws PathError if the file has changed, or if `previous` is missing and it exists */
  check(path: string, previous: FileTimes | undefined): void {
    const found = this.#own.find(path)
    const isUnchanged =
      previous === undefined
        ? found === undefined
        : found?.isFile() && found.size === previous.size && found.mtimeMs === previous.mtimeMs
    if (!isUnchanged) throw new PathError('changed')
  }

  exists(path: string): boolean {
    return this.#own.find(path) !== undefined
  }

  read(path: string): string | undefined {
    return this.#own.read(path)
  }

  /** @throws PathError */
  remove(path: string, previous: FileTimes): void {
    this.check(path, previous)
    this.#own.remove(path)
    this.#note(path, false)
  }

  /** Moves a file to a free path. @throws PathError */
  move(from: string, to: string, previous: FileTimes): void {
    this.makeDirectory(parentOf(to))
    this.check(from, previous)
    this.check(to, undefined)
    this.#own.rename(from, to)
    this.#note(from, false)
    this.#note(to, true)
  }

  moveDirectory(from: string, to: string): void {
    this.makeDirectory(parentOf(to))
    this.#own.rename(from, to)
  }

  /** Creates a directory with its parents. @throws PathError if a link is in its place */
  makeDirectory(path: string): void {
    if (path !== '') this.#own.makeDirectory(path)
  }

  /** Removes a directory and its parents, if they are empty. */
  removeEmpty(path: string, isKept: (path: string) => boolean): void {
    for (let at = path; at !== '' && !isKept(at); at = parentOf(at)) {
      try {
        this.#own.removeDirectory(at)
      } catch {
        return
      }
    }
  }

  /** A free path in a directory, compared in any case, for a name with an ending. */
  freePath(parent: string, name: string, ending: string): string {
    const used = this.#namesIn(parent)
    for (let count = 1; ; count++) {
      const one = count === 1 ? name + ending : `${name} (${count})${ending}`
      if (!used.has(pathKey(one))) return joinPath(parent, one)
    }
  }

  timesOf(path: string): FileTimes | undefined {
    const found = this.#own.find(path)
    return found?.isFile() ? { size: found.size, mtimeMs: found.mtimeMs } : undefined
  }

  /** Where a conflict saves the library's version: at `name.theirs.md`, or with the next free number. */
  theirsPath(path: string, count = 1): string {
    const stem = nameOf(path).replace(/\.md$/i, '')
    const ending = count === 1 ? '.theirs.md' : `.theirs-${count}.md`
    return joinPath(parentOf(path), stem + ending)
  }

  #namesIn(path: string): Set<string> {
    const known = this.#names.get(path)
    if (known !== undefined) return known
    let names: string[] = []
    try {
      names = readdirSync(join(this.#directory, path))
    } catch {
      // There is no such directory yet.
    }
    const folded = new Set(names.map(pathKey))
    this.#names.set(path, folded)
    return folded
  }

  #note(path: string, isThere: boolean): void {
    const names = this.#names.get(parentOf(path))
    if (isThere) names?.add(pathKey(nameOf(path)))
    else names?.delete(pathKey(nameOf(path)))
  }
}

/** The name of a prompt's file: its short name, else its title. */
export function fileNameOf({
  shortName,
  name,
}: {
  shortName: string | null
  name: string
}): string {
  const safe = toFileName(shortName ?? name)
  // Such files are left by conflicts.
  return /\.theirs(?:-\d+)?$/i.test(safe) ? `${safe}_` : safe
}
