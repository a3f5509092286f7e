import { expect, it } from 'vitest'
import { findBreaches, folders, readImports } from '#scripts/checks/check-imports.ts'

const imports = readImports()
const everyFolder = Object.entries(folders).flatMap(([part, entries]) =>
  Object.keys(entries).map((folder) => ({ part, folder, at: `${part}/${folder}` })),
)

it('finds nothing in the program', () => {
  expect(findBreaches(imports)).toEqual([])
})

it.for(everyFolder)(
  'finds each forbidden import that is planted in $at',
  ({ part, folder, at }) => {
    const used = new Set([...imports].flatMap(([file, targets]) => (isIn(file, at) ? targets : [])))
    const forbidden = everyFolder.filter(
      (other) => other.at !== at && ![...used].some((target) => isIn(target, other.at)),
    )
    const foundations = [
      'config.ts',
      'core',
      'db',
      'texts',
      'api',
      'messages',
      'paths.ts',
      'server-has.ts',
      'ui',
    ]
    const targets = forbidden
      .filter((other) => other.part !== part || !foundations.includes(other.folder))
      .map((other) => (other.folder.includes('.') ? other.at : `${other.at}/planted.ts`))
      .concat('tests/support/planted.ts', 'bench/planted.ts', 'scripts/planted.ts')
    const file = folder.includes('.') ? at : `${at}/planting.ts`
    for (const target of targets) {
      expect(breachBy(file, target)).toMatch(new RegExp(`^${file} imports ${target}\\. .+\\.$`))
    }
  },
)

it.for([
  ['contract/planting.ts', 'web/ui/planted.ts', 'contract does not use web.'],
  ['cli/planting.ts', 'web/ui/planted.ts', 'cli does not use web.'],
  ['cli/planting.ts', 'server/core/planted.ts', 'cli does not use server.'],
  ['languages/planting.ts', 'contract/planted.ts', 'languages does not use contract.'],
  ['server/prompts/planting.ts', 'fastify', 'Only the HTTP adapter uses Fastify.'],
  ['server/prompts/planting.ts', '@fastify/cookie', 'Only the HTTP adapter uses Fastify.'],
  ['server/payment/x.queries.ts', 'server/http/identify.ts', 'Operations and queries know nothing'],
  ['server/http/x.ts', 'server/accounts/mint-owner.ts', 'An owner is minted only where'],
  ['server/http/x.ts', 'server/operations.ts', 'Operations are called through the front door.'],
] as const)('refuses %s the import of %s', ([file, target, why]) => {
  expect(breachBy(file, target)).toContain(`${file} imports ${target}. ${why}`)
})

it('asks for an entry of a new folder', () => {
  const entry = (at: string) => `${at} has no entry in scripts/checks/check-imports.ts.`
  expect(findBreaches(new Map(imports).set('web/new/a.ts', []))).toEqual([entry('web/new')])
  expect(findBreaches(new Map(imports).set('server/new/a.ts', []))).toEqual([entry('server/new')])
})

it('finds a permission and an entry without a use', () => {
  const without = (at: string) => new Map([...imports].filter(([file]) => !isIn(file, at)))
  const used = ['accounts', 'library', 'prompts'].map((folder) => `web/starter uses web/${folder}`)
  const unused = ['web/starter', ...used]
  expect(findBreaches(without('web/starter'))).toEqual(
    unused.map((each) => `scripts/checks/check-imports.ts: no file needs "${each}".`),
  )
})

/** Returns the first breach of a program with one import. */
function breachBy(file: string, target: string): string | undefined {
  return findBreaches(new Map([[file, [target]]]))[0]
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}
