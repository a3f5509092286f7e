import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from '#cli/commands.ts'
import { scopeTraits, tokenScopes } from '#contract/core/scopes.ts'
import { root } from '#scripts/prepare.mjs'
import { toolNames } from '#server/http/mcp/tools.rules.ts'
import { commands as adminCommands } from '#server/operate/admin/run-command.ts'
import { readBlocks, suiteOf } from '#tests/support/read-blocks.ts'

const documents = globSync(['README.md', 'docs/operate/*.md', 'docs/{api,mcp,cli}.md'], {
  cwd: root,
}).toSorted()

/** The suites that run the blocks of documents. */
const typists: Record<string, string> = {
  test: 'tests/documents/*.test.ts',
  'test:packages': 'scripts/packages/*.ts',
  'test:clients': 'tests/clients/*.test.ts',
}

test.each(documents)(
  'Every shell block of %s is run by a suite, or has a reason why not',
  (document) => {
    const blocks = readBlocks(document)
    expect(blocks.filter(({ language }) => language === '')).toEqual([])
    for (const block of blocks.filter(({ language }) => language === 'sh')) {
      if (/^not run: \S+ \S+/.test(block.note)) continue
      const sources = globSync(typists[suiteOf(block)] ?? [], { cwd: root })
      const names = [`'${document}'`, `'${basename(document)}'`]
      const typist = sources.find((file) => {
        const source = readFileSync(join(root, file), 'utf8')
        return names.some((name) => source.includes(name))
      })
      expect([block.at, typist]).toEqual([block.at, expect.any(String)])
    }
  },
)

test.each([...documents, 'CONTRIBUTING.md'])('Every npm command in %s exists', (document) => {
  const text = readFileSync(join(root, document), 'utf8')
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  for (const [, name = ''] of text.matchAll(/\bnpm run (?:--silent )?([\w:]+)/g)) {
    expect(Object.keys(scripts)).toContain(name)
  }
})

test('.node-version names the Node that package.json pins', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  const version = readFileSync(join(root, '.node-version'), 'utf8').trim()
  expect([...new Set(Object.values(optionalDependencies))]).toEqual([version])
})

test('docs/api.md lists every scope of tokens, with its permissions', () => {
  const text = readFileSync(join(root, 'docs/api.md'), 'utf8')
  const rows = [...text.matchAll(/^\| `([a-z:]+)` +\| (.+?) +\|$/gm)].map(([, ...row]) => row)
  expect(rows).toEqual(tokenScopes.map((scope) => [scope, scopeTraits[scope].summary]))
})

test.each<[string, readonly string[]]>([
  ['docs/cli.md', commands.map(({ name }) => name)],
  ['docs/operate/admin.md', adminCommands.map(({ name }) => name)],
  ['docs/mcp.md', toolNames],
])('%s has a row for each command or tool', (document, names) => {
  const text = readFileSync(join(root, document), 'utf8')
  const cells = [...text.matchAll(/^\| (`.+?`) +\|/gm)].map(([, cell = '']) => cell)
  const rows = cells.flatMap((cell) => [...cell.matchAll(/`([a-z][a-z_ -]*)/g)])
  const listed = rows.map(([, name = '']) => name.trim())
  expect(names.filter((name) => !listed.some((row) => `${row} `.startsWith(`${name} `)))).toEqual(
    [],
  )
})
