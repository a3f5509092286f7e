// The contents of every package: the tarballs, the .deb and the image are built from this one list.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

type Command = { file: string; first?: string }

/** The commands of a package, with the file that each runs and its first argument. */
const everyCommand: Record<string, Command> = {
  promptshelf: { file: 'server/main.ts' },
  'promptshelf-admin': { file: 'server/admin.ts' },
  'promptshelf-backup': { file: 'scripts/backup.ts', first: 'backup' },
  'promptshelf-restore': { file: 'scripts/backup.ts', first: 'restore' },
}

/** The commands whose files this checkout has. */
export const commands = Object.entries(everyCommand).filter(([, { file }]) =>
  existsSync(join(root, file)),
)

/** Folders with all of their files, and single files. */
const ours = [
  '{contract,languages,pages,server}/**/*.{ts,json,md}',
  'dist/{web,web/.vite,prerender}/**/*',
  '{README,CHANGELOG}.md',
  'LICENSE',
  '.env.example',
  'docs/**/*.md',
  'packaging/{promptshelf.service,run-as-service,Caddyfile,nginx.conf,monitoring/*}',
]
const notNeeded = /\.test\.ts$|(?:^|\/)tsconfig\.json$/

/** The paths of our own files, relative to the checkout, in a fixed order. */
export function listFiles(): string[] {
  const found = globSync(ours, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
  const files = new Set([...found, ...commands.map(([, { file }]) => file)])
  return [...files].filter((file) => !notNeeded.test(file)).toSorted()
}

type Locked = {
  version: string
  integrity: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

type Manifest = {
  name: string
  version: string
  description: string
  license: string
  type: string
  imports: Record<string, string>
  optionalDependencies: Record<string, string>
}

export const manifest = readJson('package.json') as Manifest

/** The lock file's packages by their paths, such as `node_modules/pg`. */
export const locked = (readJson('package-lock.json') as { packages: Record<string, Locked> })
  .packages

/**
 * The paths of the npm packages that our files import, and of their dependencies. The client's are already in its
 * build.
 *
 * @throws Error if a package is not in the lock file
 */
export function listModules(files: readonly string[]): string[] {
  const paths = new Set<string>()
  const add = (from: string, name: string, isOptional = false) => {
    const path = findModule(from, name)
    if (path === undefined || !existsSync(join(root, path))) {
      if (isOptional) return
      throw new Error(`${from === '' ? 'A file' : from} needs ${name}, which is not installed.`)
    }
    if (paths.has(path)) return
    paths.add(path)
    const { dependencies = {}, optionalDependencies = {} } = locked[path] ?? {}
    for (const each of Object.keys(dependencies)) add(path, each, each in optionalDependencies)
  }
  for (const name of importedModules(files)) add('', name)
  return [...paths].toSorted()
}

/** The names of the packages that our files import. */
export function importedModules(files: readonly string[]): string[] {
  const names = files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return [...text.matchAll(/\b(?:from|import|resolve)\s*\(?\s*'([\w@][^':]*)'/g)]
    })
    .map(([, path = '']) => path.split('/', path.startsWith('@') ? 2 : 1).join('/'))
  return [...new Set(names)].toSorted()
}

/** Where Node finds a package imported by another one. */
function findModule(from: string, name: string): string | undefined {
  const nested = from === '' ? '' : `${from}/`
  const path = `${nested}node_modules/${name}`
  if (path in locked) return path
  if (from === '') return undefined
  return findModule(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
}

/** Files of npm packages that no program reads: types, source maps, sources, tests and texts. */
const unread = [
  /\.(?:d\.)?[cm]?ts$/,
  /\.(?:map|markdown|tsbuildinfo|flow|yml|yaml|png|svg|html|ico|sh)$/,
  /^(?:test|tests|__tests__|example|examples|bench|benchmark|benchmarks|docs|\.github)\//,
  /^(?!.*(?:licen[cs]e|notice|copying)).*\.(?:md|txt)$/i,
  /(?:^|\/)\.[\w.-]+$/,
]

/** The files of a npm package that a server needs, and its licence; not those of packages inside it. */
export function listModuleFiles(path: string): string[] {
  const folder = join(root, path)
  return (
    globSync('**/*', { cwd: folder, exclude: ['node_modules'], withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .filter((file) => !unread.some((pattern) => pattern.test(file)))
      // Commands, which no program imports.
      .filter((file) => !readFileSync(join(folder, file), 'latin1').startsWith('#!'))
      .toSorted()
  )
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(root, file), 'utf8'))
}
