// Fails if a file imports what its folder may not use, if a folder has no entry below, or if an entry has no use.
// Tests, `tests`, `bench` and `scripts` may use everything.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const ours = 'scripts/checks/check-imports.ts'
const isOurs = /^(?:bench|cli|contract|languages|scripts|server|tests|web)\//

/** The other parts that each part of the program may import. */
const parts: Record<string, readonly string[]> = {
  cli: ['contract', 'languages'],
  contract: [],
  languages: [],
  server: ['contract', 'languages'],
  web: ['contract', 'languages'],
}

/** The folders that every folder of a part may import. */
const foundations: Record<string, string> = {
  server: 'config.ts core db texts',
  web: 'api messages paths.ts server-has.ts ui',
}

/** Further folders of its part that each folder may import. Files beside the folders count as folders. */
export const folders: Record<string, Record<string, string>> = {
  web: {
    // The folders that a token may be limited to.
    accounts: 'library',
    api: '',
    // Every dialog that any screen can open.
    commands:
      'accounts editor folders library moving palette prompts runs starter transfer values versions',
    dragging: '',
    editor: '',
    entries: 'routes screens shell',
    folders: 'library',
    library: '',
    messages: '',
    moving: 'library',
    pages: '',
    // Copies prompts, filled in with the last values.
    palette: 'library prompts values',
    'paths.ts': '',
    'server-has.ts': '',
    plans: '',
    // A prompt is filled in with values, and run.
    prompts: 'editor library runs values',
    routes: 'accounts commands library plans prompts screens shell',
    // Runs cost credits.
    runs: 'accounts library',
    screens:
      'accounts commands dragging folders library pages palette plans prompts runs selection shelf shell starter values',
    selection: 'library',
    // The usage of the plan; the keys, whose code comes with the sidebar's.
    shelf: 'accounts library palette',
    shell: 'commands plans shelf',
    // Creates prompts.
    starter: 'accounts library prompts',
    // What the plan has room for; the prompt that becomes a skill.
    transfer: 'accounts library prompts',
    ui: '',
    values: 'library',
    // Shows a version as its prompt.
    versions: 'library prompts',
  },
  server: {
    // Erases and downloads everything that belongs to an account.
    accounts:
      'activity folders library mail models payment plans prompts runs throttle transfer values',
    // The names of shared prompts.
    activity: 'prompts',
    // The operator's commands: as an adapter like HTTP, and functions for them beside the operations.
    admin: 'accounts activity backup mail make-services.ts models pages payment plans search',
    'admin.ts': 'admin',
    'app.ts': 'http mcp metrics oauth payment site',
    // A job, and what upgrades the database that it copies.
    backup: 'jobs',
    'config.ts': '',
    // Types of services; the operations that the front door calls, the root folder that it keeps them in, and what it records.
    core: 'accounts activity folders jobs models open-in operations.ts pages payment plans runs',
    // Types of tables.
    db: 'accounts activity folders jobs library mail models payment plans prompts runs throttle transfer trash versions',
    folders: 'library plans prompts search shelf trash',
    // The requests that metrics count.
    http: 'accounts metrics throttle',
    jobs: '',
    library: '',
    // No mail to a blocked account, and so many to a mailbox.
    mail: 'accounts jobs throttle',
    'main.ts': 'app.ts make-services.ts metrics pages stop-on-signals.ts',
    'make-services.ts':
      'accounts backup jobs models open-in pages payment plans runs start-jobs.ts',
    // The state of backups.
    metrics: 'backup',
    // An adapter like HTTP: what it knows of the library, it asks for at the front door.
    mcp: 'http',
    models: 'accounts activity library throttle',
    // Stores what apps ask for and have; requests to the addresses that they name.
    oauth: 'accounts activity http models throttle',
    'open-in': '',
    'operations.ts':
      'accounts activity folders models open-in pages payment plans prompts runs selection shelf skills transfer trash values versions',
    pages: '',
    payment: 'accounts activity http jobs library plans throttle',
    plans: 'library models',
    prompts: 'accounts activity folders library plans search trash values versions',
    runs: 'accounts library models plans prompts throttle',
    search: 'folders library prompts',
    selection: 'activity folders library prompts trash',
    shelf: 'library prompts values versions',
    site: 'http models pages plans prompts',
    skills: 'folders',
    'start-jobs.ts': 'backup mail payment sweeping',
    'stop-on-signals.ts': '',
    sweeping: 'accounts backup jobs library models prompts runs transfer trash versions',
    texts: '',
    throttle: '',
    transfer: 'activity folders library prompts selection trash versions',
    trash: 'folders library plans prompts runs selection versions',
    values: 'library prompts trash',
    versions: 'library plans',
  },
}

type Guard = { module: string; users: readonly string[]; why: string }

/** Modules that few may use. A name with a slash at its end is a folder, one with a dot in front an ending. */
const guards: readonly Guard[] = [
  {
    module: 'fastify',
    users: [
      'server/app.ts',
      'server/http/',
      'server/site/',
      'server/stop-on-signals.ts',
      '.routes.ts',
    ],
    why: 'Only the HTTP adapter uses Fastify.',
  },
  {
    module: '@fastify/',
    users: ['server/app.ts', 'server/site/'],
    why: 'Only the HTTP adapter uses Fastify.',
  },
  {
    module: 'server/http/',
    users: ['server/app.ts', 'server/http/', 'server/site/', '.routes.ts'],
    why: 'Operations and queries know nothing of HTTP.',
  },
  {
    module: '@modelcontextprotocol/',
    users: ['server/mcp/'],
    why: 'Only the adapter of MCP uses its library, which is loaded with the first message.',
  },
  {
    module: 'oidc-provider',
    users: ['server/oauth/'],
    why: 'Only the OAuth server uses its library, which is loaded with the first request.',
  },
  {
    module: 'server/operations.ts',
    users: ['server/core/call-operation.ts'],
    why: 'Operations are called through the front door.',
  },
  {
    module: 'server/accounts/mint-owner.ts',
    users: [
      'server/accounts/create-account.ts',
      'server/accounts/session/identify-session.ts',
      'server/accounts/tokens/identify-token.ts',
      'server/accounts/apps/identify-app.ts',
      'server/accounts/blocking/admit-owner.ts',
      'server/accounts/factors/reset-factors.ts',
      'server/accounts/find-account.ts',
      'server/payment/apply-payment-event.ts',
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
  {
    module: 'server/accounts/find-account.ts',
    users: ['server/admin/'],
    why: 'Only the operator names accounts by their addresses.',
  },
]

/** The imported paths of each file; packages by their names. */
export type Imports = ReadonlyMap<string, readonly string[]>

/** Reads the imports of all files that are checked. */
export function readImports(): Imports {
  const files = globSync(`{${Object.keys(parts).join(',')}}/**/*.{ts,tsx}`, { cwd: root })
  return new Map(
    files
      .filter((file) => !/\.test\.tsx?$/.test(file))
      .map((file) => [file, importsOf(file, readFileSync(join(root, file), 'utf8'))]),
  )
}

/** Every quoted `#` name counts, not only those of import statements. */
function importsOf(file: string, text: string): string[] {
  const ours = [...text.matchAll(/(['"])#(\w+\/[^'"\n]+)\1/g)].map(([, , path = '']) => path)
  const others = [...text.matchAll(/\b(?:from|import)\s*\(?\s*(['"])([^'"#\n]+)\1/g)]
  return [
    ...ours,
    ...others.map(([, , path = '']) => (path.startsWith('.') ? join(file, '..', path) : path)),
  ]
}

/** Returns a sentence for each breach of the rules. */
export function findBreaches(imports: Imports): string[] {
  const breaches: string[] = []
  /** Folders, and arrows between folders and from modules to their users. */
  const used = new Set<string>()
  for (const [file, targets] of imports) {
    const [part, folder] = split(file)
    used.add(`${part}/${folder}`)
    for (const target of targets) {
      const why = refusalOf(file, target)
      if (why !== undefined) breaches.push(`${file} imports ${target}. ${why}`)
      const [toPart, toFolder] = split(target)
      used.add(`${part} uses ${toPart}`).add(`${part} uses ${toPart}/${toFolder}`)
      used.add(`${part}/${folder} uses ${toPart}/${toFolder}`)
      for (const { module, users } of guards.filter(({ module }) => isOf(target, module))) {
        for (const user of users) if (isOf(file, user)) used.add(`${user} uses ${module}`)
      }
    }
    if (part in folders && entryOf(file) === undefined) {
      breaches.push(`${part}/${folder} has no entry in ${ours}.`)
    }
  }
  const unused = allowed().filter((each) => !used.has(each))
  return [...new Set(breaches), ...unused.map((each) => `${ours}: no file needs "${each}".`)]
}

/** Why a file may not import a target; undefined if it may. */
function refusalOf(file: string, target: string): string | undefined {
  const guard = guards.find(({ module }) => isOf(target, module))
  if (guard && !guard.users.some((user) => isOf(file, user))) return guard.why
  const [part, folder] = split(file)
  const [toPart, toFolder] = split(target)
  if (!isOurs.test(target) || `${part}/${folder}` === `${toPart}/${toFolder}`) return
  if (part !== toPart) {
    return parts[part]?.includes(toPart) ? undefined : `${part} does not use ${toPart}.`
  }
  if (!(part in folders)) return
  const may = [foundations[part], entryOf(file)].join(' ').split(' ')
  return may.includes(toFolder)
    ? undefined
    : `${part}/${folder} does not use ${toFolder} (${ours}).`
}

/** Every permission, in the words of `used`. */
function allowed(): string[] {
  const ofParts = Object.entries(parts).flatMap(([part, others]) =>
    others.map((other) => `${part} uses ${other}`),
  )
  const ofFolders = Object.entries(folders).flatMap(([part, entries]) => [
    ...words(foundations[part]).map((to) => `${part} uses ${part}/${to}`),
    ...Object.entries(entries).flatMap(([folder, may]) => [
      `${part}/${folder}`,
      ...words(may).map((to) => `${part}/${folder} uses ${part}/${to}`),
    ]),
  ])
  const ofModules = guards.flatMap(({ module, users }) =>
    users.map((user) => `${user} uses ${module}`),
  )
  return [...ofParts, ...ofFolders, ...ofModules]
}

/** The arrows as `docs/architecture.md` states them. */
export function stateArrows(): string {
  return Object.entries(folders)
    .flatMap(([part, entries]) =>
      Object.entries(entries)
        .filter(([, may]) => may !== '')
        .map(([folder, may]) => `${`${part}/${folder}`.padEnd(23)} ${may}`),
    )
    .join('\n')
}

function split(path: string): [part: string, folder: string] {
  const [part = '', folder = ''] = path.split('/')
  return [part, folder]
}

function entryOf(file: string): string | undefined {
  const [part, folder] = split(file)
  return folders[part]?.[folder]
}

function words(text = ''): string[] {
  return text.split(' ').filter(Boolean)
}

/** Whether a path is a module, in a folder (`server/http/`), or has an ending (`.routes.ts`). */
function isOf(path: string, module: string): boolean {
  if (module.startsWith('.')) return path.endsWith(module)
  return module.endsWith('/') ? path.startsWith(module) : path === module
}

if (import.meta.main) {
  const problems = findBreaches(readImports())
  const docs = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  if (!docs.includes(`\n${stateArrows()}\n`)) {
    problems.push(`docs/architecture.md does not state the arrows of ${ours}:\n${stateArrows()}`)
  }
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exit(1)
}
