import { expect, it } from 'vitest'
import { findBreaches, readImports, wings } from '#scripts/checks/check-imports.ts'

const pairs = Object.entries(wings).flatMap(([part, order]) =>
  order.flatMap((wing, at) => order.slice(at + 1).map((later) => ({ part, wing, later }))),
)

it('finds nothing in the program', () => {
  expect(findBreaches(readImports())).toEqual([])
})

it.for(pairs)('rejects the import of $part/$later in $part/$wing', ({ part, wing, later }) => {
  const planted = `${part}/${later}/some/planted.ts`
  expect(breachBy(`${part}/${wing}/some/planting.ts`, planted)).toBe(
    `${part}/${wing}/some/planting.ts imports ${planted}. ${part}/${later} is not before ${part}/${wing} (scripts/checks/check-imports.ts).`,
  )
  const breaches = findBreaches(new Map([[planted, [`${part}/${wing}/some/planting.ts`]]]))
  expect(breaches.filter((each) => each.startsWith(planted))).toEqual([])
})

it.for([
  ['contract/planting.ts', 'web/ui/planted.ts', 'contract does not use web.'],
  ['cli/planting.ts', 'web/ui/planted.ts', 'cli does not use web.'],
  ['cli/planting.ts', 'server/core/planted.ts', 'cli does not use server.'],
  ['languages/planting.ts', 'contract/planted.ts', 'languages does not use contract.'],
  ['web/ui/planting.ts', 'tests/support/planted.ts', 'web does not use tests.'],
  ['server/main.ts', 'scripts/planted.ts', 'server does not use scripts.'],
  ['server/library/x.ts', 'server/make-services.ts', 'No wing uses files outside the wings.'],
  ['server/library/planting.ts', 'fastify', 'Only server/http uses Fastify.'],
  ['server/library/planting.ts', '@fastify/cookie', 'Only server/http uses Fastify.'],
  ['server/http/x.ts', 'server/users/mint-owner.ts', 'An owner is minted only where'],
  [
    'server/http/x.ts',
    'server/calls/operations.ts',
    'Operations are called through the front door',
  ],
] as const)('rejects %s importing %s', ([file, target, why]) => {
  expect(breachBy(file, target)).toContain(`${file} imports ${target}. ${why}`)
})

it('reports a new folder without a position', () => {
  const breach = 'server/new is not a wing of scripts/checks/check-imports.ts.'
  expect(findBreaches(new Map(readImports()).set('server/new/a.ts', []))).toEqual([breach])
})

it('finds an unused permission', () => {
  const imports = [...readImports()].filter(([file]) => !file.startsWith('server/http/mcp/'))
  const unused = 'server/http/mcp/ uses @modelcontextprotocol/'
  expect(findBreaches(new Map(imports))).toEqual([
    `scripts/checks/check-imports.ts: no file needs "${unused}".`,
  ])
})

/** Returns the first violation in a program with one import. */
function breachBy(file: string, target: string): string | undefined {
  return findBreaches(new Map([[file, [target]]]))[0]
}
