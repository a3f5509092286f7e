// Fails if a file name is outside the vocabulary of docs/architecture.md. Warns of folders with many files.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
/** Folders of `server` that are not features. */
const serverParts = ['calls', 'config', 'core', 'db', 'http']
const featureFile =
  /^(?:[a-z-]+\.(?:table|queries|present|rules|operations|routes)|[a-z]+(?:-[a-z]+)+)(?:\.test)?\.ts$/
const anyFile = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z]+\d?){1,3}$/
const emptyName = /(?:^|[-.])(?:utils?|helpers?|misc|common|manager|index)(?:[-.]|$)/
/** A folder with more files is hard to navigate. */
const manyFiles = 30

const problems: string[] = []
for (const top of [
  'cli',
  'contract',
  'extension',
  'languages',
  'server',
  'web',
  'tests',
  'bench',
  'scripts',
]) {
  checkFolder(top)
}
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)

function checkFolder(folder: string) {
  // The names of files in a package are npm's.
  if (['tests/fixtures', 'cli/package'].includes(folder) || folder.endsWith('/node_modules')) return
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  // Migrations are a numbered list that only grows, and each part of the product has one file of texts per language.
  const isList = folder.startsWith('languages/')
  const count = isList ? 0 : files.filter(({ name }) => !/^\d{4}-/.test(name)).length
  if (count > manyFiles) console.warn(`${folder}: ${count} files: does it still have one purpose?`)
  for (const { name } of files) checkName(folder, name)
  for (const entry of entries) if (entry.isDirectory()) checkFolder(`${folder}/${entry.name}`)
}

function checkName(folder: string, name: string) {
  const path = `${folder}/${name}`
  if (!anyFile.test(name)) problems.push(`${path}: names are lower case, words joined by hyphens`)
  if (emptyName.test(name)) problems.push(`${path}: name it after its purpose`)
  const [top, part = ''] = folder.split('/')
  const isFeature = top === 'server' && part !== '' && !serverParts.includes(part)
  if (isFeature && name.endsWith('.ts') && !featureFile.test(name)) {
    problems.push(
      `${path}: a feature's files are <noun>.table, .queries, .present, .rules, .operations, .routes, or <verb>-<noun>; a test has the name of the tested file`,
    )
  }
}
