// Fails when a file's name is not of the vocabulary, or an import goes where it must not.
// The rules are those of docs/architecture.md.
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'

const root = join(import.meta.dirname, '..')
const serverParts = ['core', 'db', 'http', 'jobs']
const webFoundations = ['paths.ts', 'api', 'messages', 'ui']
/** What folders and prompts share; then what puts features together, each using those before it. */
const webParts = [
  ...webFoundations,
  'editor',
  'library',
  'public',
  'commands',
  'shell',
  'screens',
  'routes',
  'entries',
]

const serverFile = /^[a-z-]+\.(table|queries|present|rules|operations|routes)(\.test)?\.ts$/
const verbFile =
  /^(add|apply|build|change|check|collect|count|create|delete|end|find|finish|get|grant|hash|identify|link|list|log|make|mint|move|prove|queue|read|register|render|renew|reset|save|search|send|share|sign|spend|start|sync|toggle|undo|unlink|update|verify)(-[a-z]+)+(\.test)?\.ts$/
const anyFile = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+\d?){1,3}$/
/** What turns a proof into an owner. */
const mintsOwners =
  /^bench\/|^server\/(accounts\/(create-account|(session|password|google|email)\/(identify-session|sign-in|reset-password|finish-google-login|verify-email|undo-email-change))|payment\/apply-payment-event)\.ts$/
const emptyNames = /(^|[-.])(utils?|helpers?|misc|common|manager|index)([-.]|$)/

const problems: string[] = []
const imports = new Map<string, string[]>()

for (const top of ['contract', 'languages', 'server', 'web', 'tests', 'bench', 'scripts']) {
  for (const file of filesBelow(join(root, top))) {
    const path = relative(root, file)
    if (path.startsWith('tests/fixtures/')) continue
    checkName(path)
    if (/\.(ts|tsx|mjs)$/.test(path)) {
      const targets = importsOf(path)
      imports.set(path, targets)
      for (const target of targets) checkImport(path, target)
    }
  }
}
checkCircles()

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)

function checkName(path: string) {
  const [top, folder, ...rest] = path.split('/')
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (!anyFile.test(name)) problems.push(`${path}: names are lower case, words joined by hyphens`)
  if (top !== 'web' && emptyNames.test(name)) problems.push(`${path}: name it after what it does`)
  const isFeatureFile = top === 'server' && rest.length > 0 && !serverParts.includes(folder ?? '')
  if (isFeatureFile && name.endsWith('.ts') && !serverFile.test(name) && !verbFile.test(name)) {
    problems.push(
      `${path}: a feature's files are <noun>.table, .queries, .present, .rules, .operations, .routes or <verb>-<noun>`,
    )
  }
}

function checkImport(from: string, target: string) {
  const isTest = from.includes('.test.')
  const [fromTop, fromPart = ''] = from.split('/')
  const [top, part = ''] = target.split('/')
  const forbid = (rule: string) => problems.push(`${from} imports ${target}: ${rule}`)

  if (
    fromTop === 'contract' &&
    !['contract', 'languages'].includes(top ?? '') &&
    !isTest &&
    !isPackage(target)
  ) {
    forbid('the contract imports nothing of ours')
  }
  if (fromTop === 'server' && top === 'web') forbid('the server knows nothing of the client')
  if (fromTop === 'web' && top === 'server') forbid('the client knows nothing of the server')
  if (['contract', 'server', 'web'].includes(fromTop ?? '') && top === 'tests' && !isTest) {
    forbid('only tests import from tests')
  }
  if (
    from.endsWith('.queries.ts') &&
    (target.startsWith('fastify') || target.endsWith('.routes.ts'))
  ) {
    forbid('queries know nothing of HTTP')
  }
  if (
    fromTop === 'server' &&
    target.startsWith('fastify') &&
    fromPart !== 'http' &&
    fromPart !== 'site' &&
    !/^server\/(app|stop-on-signals)\.ts$|\.routes\.ts$/.test(from)
  ) {
    forbid('only HTTP knows Fastify')
  }
  if (target === 'server/accounts/mint-owner.ts' && !isTest && !mintsOwners.test(from)) {
    forbid('an owner is minted only where a proof has been checked')
  }
  if (fromTop === 'web' && top === 'web' && part !== fromPart) {
    const isFeature = (name: string) => !webParts.includes(name)
    const isAbove = (name: string) => webParts.indexOf(name) >= webParts.indexOf('commands')
    if (webFoundations.includes(fromPart) && !webFoundations.includes(part)) {
      forbid('foundations know no feature')
    }
    if (isFeature(fromPart) && (isFeature(part) || isAbove(part))) {
      forbid('a feature knows no sibling, and no screen')
    }
    if (fromPart === 'editor' && !webFoundations.includes(part))
      forbid('the editor knows no feature')
  }
}

function checkCircles() {
  const done = new Set<string>()
  const visit = (path: string, trail: string[]) => {
    if (trail.includes(path)) {
      problems.push(`circle: ${[...trail.slice(trail.indexOf(path)), path].join(' → ')}`)
      return
    }
    if (done.has(path)) return
    for (const target of imports.get(path) ?? []) visit(target, [...trail, path])
    done.add(path)
  }
  for (const path of imports.keys()) visit(path, [])
}

/** What a file imports, ours as paths from the root; types count, texts of routes' lazy imports do not. */
function importsOf(path: string): string[] {
  const source = readFileSync(join(root, path), 'utf8')
  const targets = [
    ...source.matchAll(/^(?:import|export)\s(?:[^'"=;]*?\sfrom\s)?['"]([^'"]+)['"]/gm),
  ]
  return targets.map(([, target = '']) => {
    if (target.startsWith('#')) return target.slice(1)
    if (target.startsWith('../')) problems.push(`${path}: import ${target} by its # name`)
    return target.startsWith('.') ? normalize(join(dirname(path), target)) : target
  })
}

function isPackage(target: string) {
  return !/^(contract|languages|server|web|tests|scripts|bench)\//.test(target)
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}
