import { lstatSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { ListedFolder } from '#contract/transfer/export.ts'
import { ImportEntry } from '#contract/transfer/import.ts'
import { CommandError } from '#cli/core/define-command.ts'
import { OwnDirectory, PathError } from '#cli/prompts/own-directory.ts'
import { fillText, type Texts } from '#cli/core/texts.ts'
import { writeNewFile } from '#cli/core/write-new-file.ts'

/** Where a directory stores its common state with the library. Not for git. */
export const stateDirectory = '.promptshelf'

/** Inside the directory, with `/` between names. The file may have come with someone else's repository. */
const Path = z
  .string()
  .check(
    z.refine((path) =>
      path.split('/').every((name) => name !== '' && !name.startsWith('.') && !/[\\\0]/.test(name)),
    ),
  )

const KnownFolder = z.object({
  path: Path,
  /** In the library. */
  name: z.string(),
})
export type KnownFolder = z.output<typeof KnownFolder>

/** A prompt in the library. */
const ListedPrompt = z.object({
  /** Of its content. */
  hash: z.string(),
  /** The id of its folder; empty for the root. */
  place: z.string(),
  updatedAt: z.string(),
})
export type ListedPrompt = z.output<typeof ListedPrompt>

/** The library as of a cursor of its changes. */
export const CopiedLibrary = z.object({
  cursor: z.string(),
  folders: z.record(z.string(), ListedFolder),
  prompts: z.record(z.string(), ListedPrompt),
})

const KnownPrompt = z.object({
  /** Of its content in the last common state. */
  hash: z.string(),
  path: Path,
  /** The id of its folder; empty for the root. */
  place: z.string(),
  /** Of its file when it was read or written. */
  size: z.number(),
  mtimeMs: z.number(),
  /** The library's version that a conflict has left next to the file, until that is deleted. */
  theirs: z.optional(z.object({ hash: z.string(), path: Path, textHash: z.string() })),
})
export type KnownPrompt = z.output<typeof KnownPrompt>

const SyncState = z.object({
  format: z.literal(1),
  /** The origin of the server. */
  server: z.string(),
  /** The id of the folder that the directory represents; null for the whole library. */
  root: z.nullable(z.string()),
  /** The id of the account whose library it is; missing if an older server has not returned it. */
  account: z.optional(z.string()),
  /** When this was written, in milliseconds since 1970. */
  savedAt: z.number(),
  folders: z.record(z.string(), KnownFolder),
  prompts: z.record(z.string(), KnownPrompt),
  /** Files whose prompts are being created: the hashes of their contents, by their paths. */
  creating: z.record(z.string(), z.string()),
  /** The ids of those that have been created, by the paths of their files, until these are written. */
  created: z.optional(z.record(z.string(), z.string())),
  /** A batch of an import without an answer so far, with the path of each entry. It is sent again. */
  sending: z.optional(
    z.object({
      attempt: z.string(),
      total: z.number(),
      from: z.number(),
      entries: z.array(ImportEntry),
      paths: z.array(Path),
    }),
  ),
  /** The library when it was last read. A sync requests what has changed since. */
  library: z.optional(CopiedLibrary),
})
export type SyncState = z.output<typeof SyncState>

/** Reads the state of a directory; undefined if it has none. @throws CommandError if it is damaged */
export function readState(directory: string, texts: Texts): SyncState | undefined {
  const file = join(directory, stateDirectory, 'state.json')
  const own = new OwnDirectory(directory)
  if (own.find(`${stateDirectory}/state.json`) === undefined) return undefined
  const text = own.read(`${stateDirectory}/state.json`)
  try {
    if (text === undefined) throw new PathError('link')
    return z.parse(SyncState, JSON.parse(text))
  } catch (error) {
    throw new CommandError(fillText(texts.sync.damaged, { file }), { cause: error })
  }
}

/** Replaces the state atomically. */
export function writeState(directory: string, state: SyncState): void {
  state.savedAt = Date.now()
  const file = `${stateDirectory}/state.json`
  const text = JSON.stringify(state)
  new OwnDirectory(directory).replace(file, text, `${file}.new`, { flush: true })
}

/**
 * Locks a directory, so that only one run works on it at a time. Takes over the lock of a killed run. Returns a
 * function that unlocks it.
 *
 * @throws CommandError if another one is running
 */
export function lockDirectory(directory: string, texts: Texts): () => void {
  const own = join(directory, stateDirectory)
  mkdirSync(own, { recursive: true })
  // A link in someone else's repository may point anywhere.
  if (!lstatSync(own).isDirectory())
    throw new CommandError(fillText(texts.sync.link, { path: own }))
  // Replaced, since a file in someone else's repository may be a link.
  new OwnDirectory(own).replace('.gitignore', '*\n', 'draft-gitignore')
  const lock = join(own, 'lock')
  const holder = JSON.stringify({ pid: process.pid, host: hostname() })
  for (let tries = 0; !takeLock(lock, holder); tries++) {
    const held = readLock(lock)
    const isOver = held !== undefined && (held === '' ? isOld(lock) : !isAtWork(held))
    if (tries > 3 || (held !== undefined && !isOver)) {
      throw new CommandError(fillText(texts.sync.locked, { file: lock }))
    }
    if (held !== undefined) removeLock(lock, held)
  }
  for (const name of readdirSync(own)) if (name.startsWith('draft-')) rmSync(join(own, name))
  return () => removeLock(lock, holder)
}

/** Whether this process has locked a directory. */
export function isLocked(directory: string): boolean {
  const lock = join(directory, stateDirectory, 'lock')
  return readLock(lock) === JSON.stringify({ pid: process.pid, host: hostname() })
}

function takeLock(lock: string, holder: string): boolean {
  try {
    writeNewFile(lock, holder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** While it is being written, it is empty for a moment. */
function isOld(lock: string): boolean {
  const written = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return Date.now() - written > 10_000
}

/** In bytes. */
const longestLock = 1_000

/** The content of a lock; undefined if there is none, or if it is not a file or too long to be ours. */
function readLock(lock: string): string | undefined {
  const own = new OwnDirectory(dirname(lock))
  const size = own.find(basename(lock))?.size ?? longestLock
  return size < longestLock ? own.read(basename(lock)) : undefined
}

/** Removes a lock with this content. Another one, taken in the meantime, is put back. */
function removeLock(lock: string, content: string): void {
  const aside = `${lock}.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch {
    return
  }
  if (readLock(aside) === content) rmSync(aside)
  else renameSync(aside, lock)
}

/** Whether the process that holds a lock may still run. On another computer, it may. */
function isAtWork(content: string): boolean {
  const holder = z.safeParse(z.object({ pid: z.number(), host: z.string() }), parseJson(content))
  if (!holder.success || holder.data.host !== hostname()) return holder.success
  // A lock with this process's id belongs to an earlier process with the same id.
  if (holder.data.pid === process.pid) return false
  if (isZombie(holder.data.pid)) return false
  try {
    process.kill(holder.data.pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Whether a process has ended, but its parent has not collected its status: in containers, that state may last. Known
 * only on Linux.
 */
function isZombie(pid: number): boolean {
  return /\) Z /.test(readLock(`/proc/${pid}/stat`) ?? '')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
