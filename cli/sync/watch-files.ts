import { readdirSync, watch, type FSWatcher } from 'node:fs'
import { join } from 'node:path'
import { joinPath } from '#cli/sync/place-folders.ts'

/** How often files are read if the system cannot watch them, in milliseconds. */
const pollMs = 10_000
/** As of a sync. */
const deepest = 40

/** Watches the files of a directory at any depth. */
export type FileWatch = {
  /** Watches new directories. Returns whether there are any: their files may have changed unnoticed. */
  refresh: () => boolean
  close: () => void
}

/**
 * Watches each directory on its own, since not every system watches whole trees reliably. `onChange` is called for any
 * change except of hidden files, and regularly if the system's watches are used up.
 */
export function watchFiles(directory: string, onChange: () => void): FileWatch {
  const watchers = new Map<string, FSWatcher>()
  let polling: NodeJS.Timeout | undefined
  return {
    refresh() {
      const found = new Set(listDirectories(directory))
      for (const [path, watcher] of watchers) if (!found.has(path)) drop(path, watcher)
      const fresh = [...found].filter((path) => !watchers.has(path))
      for (const path of fresh) add(path)
      return fresh.some((path) => watchers.has(path))
    },
    close() {
      clearInterval(polling)
      for (const [path, watcher] of watchers) drop(path, watcher)
    },
  }

  function add(path: string): void {
    try {
      const watcher = watch(join(directory, path), (_event, name) => {
        if (!name?.startsWith('.')) onChange()
      })
      watchers.set(path, watcher)
      // A deleted directory cannot be watched any more. Another one may take its place.
      watcher.on('error', () => {
        drop(path, watcher)
        onChange()
      })
    } catch {
      polling ??= setInterval(onChange, pollMs)
    }
  }

  function drop(path: string, watcher: FSWatcher): void {
    watcher.close()
    watchers.delete(path)
  }
}

function listDirectories(root: string, path = '', depth = 0): string[] {
  let entries
  try {
    entries = readdirSync(join(root, path), { withFileTypes: true })
  } catch {
    return []
  }
  const inside = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .filter(({ name }) => name !== 'node_modules' && depth < deepest)
  return [
    path,
    ...inside.flatMap(({ name }) => listDirectories(root, joinPath(path, name), depth + 1)),
  ]
}
