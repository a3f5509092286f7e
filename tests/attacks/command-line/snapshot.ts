import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The kind of every path below a directory: a directory, a link or the content of a file. Skips the given paths. */
export function snapshot(directory: string, skipped: readonly string[] = []) {
  const found: Record<string, string> = {}
  visit(directory)
  return found

  function visit(path: string): void {
    for (const name of readdirSync(path).toSorted()) {
      const inside = join(path, name)
      const key = relative(directory, inside)
      if (skipped.includes(key)) continue
      const stats = lstatSync(inside)
      if (stats.isSymbolicLink()) found[key] = `link to ${readlinkSync(inside)}`
      else if (stats.isFile()) found[key] = readFileSync(inside, 'utf8')
      else if (stats.isDirectory()) {
        found[key] = 'directory'
        visit(inside)
      }
    }
  }
}
