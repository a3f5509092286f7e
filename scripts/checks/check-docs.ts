// Fails if the documentation mentions a file or folder that does not exist. A path may omit its first folders, as in
// `fields/use-field.ts`.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const exclude = ['node_modules', 'dist', '.git']
const paths = globSync('**', { cwd: root, exclude }).map((path) => `/${path}`)
const topFolders = new Set(paths.map((path) => path.split('/')[1]).filter((name) => name !== '.'))
/** Files of users, of other tools and of packages. */
const othersFiles = new Set([
  'db.json',
  'promptshelf-folders.json',
  'promptshelf/config.json',
  'SKILL.md',
  'prompt.md',
  'RELEASE-NOTES.md',
  'sbom.json',
])
const ending = /\.(?:ts|tsx|mjs|css|json|sql|png|svg|md)$/
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root })

const problems = documents.flatMap((document) => {
  const text = readFileSync(join(root, document), 'utf8')
  const quoted = [...text.matchAll(/`([\w./{},*-]+)`/g)].map(([, path = '']) => path)
  const linked = [...text.matchAll(/\]\(([\w./-]+)\)/g)].map(([, path = '']) => path)
  return [
    ...quoted.filter((path) => isPath(path) && !othersFiles.has(path) && !exists(path)),
    ...linked.filter((path) => !existsSync(join(root, dirname(document), path))),
  ].map((path) => `${document}: ${path} does not exist`)
})
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)

function isPath(text: string) {
  const isBelowTopFolder = text.includes('/') && topFolders.has(text.split('/')[0])
  return isBelowTopFolder || (ending.test(text) && /^[\w{*]/.test(text))
}

function exists(path: string) {
  const plain = path.replace(/\/$/, '')
  if (/[{*]/.test(plain)) return globSync(`{.,**}/${plain}`, { cwd: root, exclude }).length > 0
  return paths.some((each) => each.endsWith(`/${plain}`))
}
