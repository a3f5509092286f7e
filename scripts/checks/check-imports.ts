// Fails if a file imports a later wing of its part, a part that its own part may not use, or a restricted module.
// Tests, `tests`, `bench` and `scripts` may import everything.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const ours = 'scripts/checks/check-imports.ts'
const isOurs = /^(?:bench|cli|contract|extension|languages|scripts|server|tests|web)\//

/** The other parts that each part of the program may import. */
const parts: Record<string, readonly string[]> = {
  cli: ['contract', 'languages'],
  contract: [],
  extension: ['contract', 'languages', 'web'],
  languages: [],
  server: ['contract', 'languages'],
  web: ['contract', 'languages'],
}

/**
 * The folders of each part, its wings. A wing may import earlier wings but not later ones; files outside the wings
 * import every wing, and no wing imports them.
 */
export const wings: Record<string, readonly string[]> = {
  server: words('config db core users mail billing runs library accounts calls http operate'),
  web: words('ui api library accounts prompts transfer shell screens entries'),
  cli: words('core terminal server prompts transfer sync commands'),
  contract: words('core variables library transfer runs accounts'),
  extension: words('insert browser login settings popup saving'),
}

type Guard = { module: string; users: readonly string[]; why: string }

/** Modules with restricted use. A name with a trailing slash is a folder, one with a leading dot an ending. */
const guards: readonly Guard[] = [
  { module: 'fastify', users: ['server/http/'], why: 'Only server/http uses Fastify.' },
  { module: '@fastify/', users: ['server/http/'], why: 'Only server/http uses Fastify.' },
  {
    module: '@modelcontextprotocol/',
    users: ['server/http/mcp/'],
    why: 'Only the adapter of MCP uses its library, which is loaded with the first message.',
  },
  {
    module: 'oidc-provider',
    users: ['server/http/oauth/'],
    why: 'Only the OAuth server uses its library, which is loaded with the first request.',
  },
  {
    module: 'server/calls/operations.ts',
    users: ['server/calls/call-operation.ts'],
    why: 'Operations are only called through `callOperation`.',
  },
  {
    module: 'server/users/mint-owner.ts',
    users: [
      'server/accounts/create-account.ts',
      'server/accounts/session/identify-session.ts',
      'server/accounts/tokens/identify-token.ts',
      'server/accounts/apps/identify-app.ts',
      'server/accounts/blocking/admit-owner.ts',
      'server/accounts/factors/reset-factors.ts',
      'server/operate/admin/find-account.ts',
      'server/billing/payment/apply-payment-event.ts',
    ],
    why: 'An owner is minted only where a proof has been checked.',
  },
  {
    module: 'server/accounts/blocking/admit-owner.ts',
    users: [
      'server/accounts/password/',
      'server/accounts/google/finish-google-login.ts',
      'server/accounts/email/',
      'server/accounts/factors/finish-login.ts',
      'server/accounts/factors/reset-factors.ts',
    ],
    why: 'An owner is admitted only where a proof has been checked.',
  },
]

/** The imported paths of each file; packages by their names. */
export type Imports = ReadonlyMap<string, readonly string[]>

/** Reads the imports of all checked files. */
export function readImports(): Imports {
  const files = globSync(`{${Object.keys(parts).join(',')}}/**/*.{ts,tsx}`, { cwd: root })
  return new Map(
    files
      .filter((file) => !/\.test\.tsx?$/.test(file))
      .map((file) => [file, importsOf(file, readFileSync(join(root, file), 'utf8'))]),
  )
}

/** Every quoted `#` name counts, not only those in import statements. */
function importsOf(file: string, text: string): string[] {
  const ours = [...text.matchAll(/(['"])#(\w+\/[^'"\n]+)\1/g)].map(([, , path = '']) => path)
  const others = [...text.matchAll(/\b(?:from|import)\s*\(?\s*(['"])([^'"#\n]+)\1/g)]
  return [
    ...ours,
    ...others.map(([, , path = '']) => (path.startsWith('.') ? join(file, '..', path) : path)),
  ]
}

/** Returns a sentence for each violation of the rules, and for each unused permission. */
export function findBreaches(imports: Imports): string[] {
  const breaches: string[] = []
  const used = new Set<string>()
  for (const [file, targets] of imports) {
    const [part, wing] = split(file)
    if (part in wings && wing !== undefined && !wings[part]?.includes(wing)) {
      breaches.push(`${part}/${wing} is not a wing of ${ours}.`)
    }
    for (const target of targets) {
      const why = refusalOf(file, target)
      if (why !== undefined) breaches.push(`${file} imports ${target}. ${why}`)
      used.add(`${part} uses ${split(target)[0]}`)
      for (const { module, users } of guards.filter(({ module }) => isOf(target, module))) {
        for (const user of users) if (isOf(file, user)) used.add(`${user} uses ${module}`)
      }
    }
  }
  const unused = permissions.filter((each) => !used.has(each))
  return [...new Set(breaches), ...unused.map((each) => `${ours}: no file needs "${each}".`)]
}

/** Why a file may not import a target; undefined if it may. */
function refusalOf(file: string, target: string): string | undefined {
  const guard = guards.find(({ module }) => isOf(target, module))
  if (guard && !guard.users.some((user) => isOf(file, user))) return guard.why
  if (!isOurs.test(target)) return undefined
  const [part, wing] = split(file)
  const [toPart, toWing] = split(target)
  if (part !== toPart) {
    return parts[part]?.includes(toPart) ? undefined : `${part} does not use ${toPart}.`
  }
  const order = wings[part]
  if (order === undefined || wing === undefined || wing === toWing) return undefined
  if (toWing === undefined) return `No wing uses files outside the wings.`
  return order.indexOf(toWing) < order.indexOf(wing)
    ? undefined
    : `${part}/${toWing} is not before ${part}/${wing} (${ours}).`
}

/** Every permission, in the form of `used`. */
const permissions = [
  ...Object.entries(parts).flatMap(([part, others]) => others.map((to) => `${part} uses ${to}`)),
  ...guards.flatMap(({ module, users }) => users.map((user) => `${user} uses ${module}`)),
]

/** The part and wing of a file. A file at the top of its part has no wing. */
function split(path: string): [part: string, wing: string | undefined] {
  const [part = '', wing, ...rest] = path.split('/')
  return [part, rest.length > 0 ? wing : undefined]
}

function words(text: string): string[] {
  return text.split(' ')
}

/** Whether a path is a module, in a folder (`server/http/`), or has an ending (`.routes.ts`). */
function isOf(path: string, module: string): boolean {
  if (module.startsWith('.')) return path.endsWith(module)
  return module.endsWith('/') ? path.startsWith(module) : path === module
}

if (import.meta.main) {
  const problems = findBreaches(readImports())
  const docs = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  for (const [part, order] of Object.entries(wings)) {
    const line = `${part}: ${order.join(' ')}`
    if (!docs.includes(`\n${line}\n`))
      problems.push(`docs/architecture.md lacks the line "${line}".`)
  }
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exit(1)
}
