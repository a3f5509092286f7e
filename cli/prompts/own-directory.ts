import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
} from 'node:fs'
import { join } from 'node:path'
import { writeNewFile } from '#cli/core/write-new-file.ts'

/** A file that has changed since it was read, or a path that leaves its directory. */
export class PathError extends Error {
  readonly reason: 'changed' | 'link'

  constructor(reason: 'changed' | 'link') {
    super(reason)
    this.reason = reason
  }
}

/**
 * Reads, writes and removes files below one directory. Paths have `/` between names. They come from servers and from
 * other people's repositories, so no path may leave the directory, neither by its names nor through a link.
 */
export class OwnDirectory {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  /** The absolute path. @throws PathError if it leaves the directory */
  pathOf(path: string): string {
    const names = path.split('/')
    if (!names.every(isFileName)) throw new PathError('link')
    let at = this.#root
    for (const name of names.slice(0, -1)) {
      at = join(at, name)
      const found = lstatSync(at, { throwIfNoEntry: false })
      if (found === undefined) break
      if (!found.isDirectory()) throw new PathError('link')
    }
    return join(this.#root, ...names)
  }

  /** The file, directory or link at a path; undefined if there is none, or if the path leaves the directory. */
  find(path: string): Stats | undefined {
    try {
      return lstatSync(this.pathOf(path), { throwIfNoEntry: false })
    } catch (error) {
      if (error instanceof PathError) return undefined
      throw error
    }
  }

  /** The text of a regular file; undefined if there is none that can be read. */
  read(path: string): string | undefined {
    let file
    try {
      // Without waiting for the writer of a pipe. On Windows, neither flag exists, and undefined counts as 0.
      const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
      file = openSync(this.pathOf(path), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      return fstatSync(file).isFile() ? readFileSync(file, 'utf8') : undefined
    } catch {
      return undefined
    } finally {
      if (file !== undefined) closeSync(file)
    }
  }

  /** Writes a new file. Returns its absolute path. @throws Error with `EEXIST` if the path exists */
  create(path: string, text: string, options: { mode?: number; flush?: boolean } = {}): string {
    const file = this.pathOf(path)
    writeNewFile(file, text, options)
    return file
  }

  /** Replaces a file or a link atomically. `draft` is a path of ours to which the text is written first. */
  replace(path: string, text: string, draft: string, options: { flush?: boolean } = {}): void {
    this.remove(draft)
    try {
      this.create(draft, text, options)
      this.rename(draft, path)
    } finally {
      this.remove(draft)
    }
  }

  rename(from: string, to: string): void {
    renameSync(this.pathOf(from), this.pathOf(to))
  }

  /** Removes a file or a link, if there is one. */
  remove(path: string): void {
    rmSync(this.pathOf(path), { force: true })
  }

  /** @throws Error if it is not empty */
  removeDirectory(path: string): void {
    rmdirSync(this.pathOf(path))
  }

  /** Creates a directory with its parents. @throws PathError if a link or a file is in its place */
  makeDirectory(path: string): void {
    const whole = this.pathOf(path)
    const found = lstatSync(whole, { throwIfNoEntry: false })
    if (found?.isDirectory()) return
    if (found !== undefined) throw new PathError('link')
    const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    if (parent !== '') this.makeDirectory(parent)
    mkdirSync(whole)
  }
}

/** Whether a name stays in its directory. On Windows, a colon starts a drive or a hidden stream. */
function isFileName(name: string): boolean {
  return !['', '.', '..'].includes(name) && !/[\\\0]/.test(name) && !isColonName(name)
}

function isColonName(name: string): boolean {
  return process.platform === 'win32' && name.includes(':')
}
