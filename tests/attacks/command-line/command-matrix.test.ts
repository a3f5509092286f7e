import { mkdirSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '#contract/calls.ts'
import { times } from '#tests/attacks/attack-length.ts'
import { startCommandLine, type CommandLine } from '#tests/support/clients/command-line.ts'
import { writeModelsFile } from '#tests/support/servers/models-file.ts'
import { startModelServer } from '#tests/support/servers/model-server.ts'
import { startMatrix, type Run } from './command-matrix.ts'
import { replacing, startHostileServer } from './hostile-server.ts'

let line: CommandLine
let server: Awaited<ReturnType<typeof startHostileServer>>
let matrix: Awaited<ReturnType<typeof startMatrix>>
const models = await startModelServer()
const { file, remove } = writeModelsFile(models)

beforeAll(async () => {
  line = await startCommandLine({ MODELS_FILE: file, PLANS: 'off' })
  server = await startHostileServer(line.server.origin)
  const color = '4ECDC4'
  const { id: folderId } = await line.call(calls.createFolder, { name: 'Work', color })
  const prompt = 'Be {<b>tone</b>}'
  const review = { name: 'Review', shortName: 'review', whenToUse: 'Before a merge.', color }
  await line.call(calls.createPrompt, { ...review, prompt, folderId })
  const bin = (name: string, script: string) =>
    writeFileSync(join(line.home, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  bin('browser', `for word; do printf '%s\\n' "$word"; done >> "${line.home}/opened"`)
  bin('editor', 'echo "A line" >> "$1"')
  for (const name of ['tmp', 'victim']) mkdirSync(join(line.home, name))
  writeFileSync(join(line.home, 'victim/CLAUDE.md'), 'Theirs')
  const env = {
    PROMPTSHELF_URL: server.origin,
    PROMPTSHELF_TOKEN: line.token,
    BROWSER: join(line.home, 'bin/browser'),
    EDITOR: 'editor',
    VISUAL: '',
    TMPDIR: join(line.home, 'tmp'),
  }
  matrix = await startMatrix(line, env, server.origin)
})
afterAll(async () => {
  matrix.stop()
  server.stop()
  await line.stop()
  await models.close()
  remove()
})

it('Every command of the matrix works with an honest server', async () => {
  server.lie((answer) => answer)
  const runs = await matrix.runAll()
  const failed = runs.filter(({ code }) => code !== 0).map(({ command }) => command)
  expect(failed).toEqual(['rm --undo', 'import --undo'])
})

describe('No command leaves its directories, opens other addresses or reports a bug', () => {
  it.each<[key: string, value: unknown]>([
    ['name', '../../victim/CLAUDE'],
    ['name', 'CON\u0000\u001B[2J$(touch pwned)'],
    ['shortName', '../victim/CLAUDE'],
    ['id', '../../victim'],
    ['id', '3f2b0c1e-7a54-4d0f-9c1b-5e6a7d8f9012'],
    ['path', [{ id: 'x', name: '../../victim' }]],
    ['address', 'file:///bin/sh'],
    ['addressWithText', '--version'],
    ['text', '\u001B]52;c;cHduZWQ=\u0007'],
    ['hasMore', true],
    ...times<[string, unknown][]>(
      [],
      [
        ['name', '.promptshelf'],
        ['shortName', '__proto__'],
        ['id', '__proto__'],
        ['folderId', '__proto__'],
        ['parentId', '../victim'],
        ['parentId', '3f2b0c1e-7a54-4d0f-9c1b-5e6a7d8f9012'],
        ['updatedAt', 'never\u001B[2J'],
        ['updatedAt', 1e308],
        ['notes', '\n---\nid: ../../victim\n---\n'],
        ['variables', [{ name: '__proto__', kind: 'choice', options: [] }]],
        ['credits', -1e308],
        ['trashId', '; touch pwned'],
        ['attempt', '$(touch pwned)'],
      ],
    ),
  ])('where each %s is %j', async (key, value) => {
    server.lie(replacing(key, value))
    await matrix.runAll({ skipped: ['piped'] })
  })

  it.each([
    ['name', 'x'],
    ['text', '{a|b}'],
    ...times(
      [],
      [
        ['name', '{a|b}'],
        ['notes', '{a|b}'],
      ],
    ),
  ])('where each %s is %j 100,000 times', async (key, unit) => {
    server.lie(replacing(key, unit.repeat(100_000)))
    await matrix.runAll({ skipped: ['piped'] })
  })
})

const json = { 'content-type': 'application/json' }
/** Answers that our server never gives. */
const broken: Record<string, (response: ServerResponse) => void> = {
  null: (response) => response.writeHead(200, json).end('null'),
  'a page': (response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
  'an empty answer': (response) => response.writeHead(204).end(),
  'a page of a proxy': (response) => response.writeHead(502).end('<h1>Bad gateway</h1>'),
  'deep JSON': (response) =>
    response.writeHead(200, json).end(`${'{"jsonrpc":'.repeat(200_000)}1${'}'.repeat(200_000)}`),
  'deep lists': (response) =>
    response.writeHead(200, json).end(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`),
  'half of an answer': (response) => {
    response.writeHead(200, { ...json, 'content-length': '1000' })
    response.write('{"prompts":[', () => response.destroy())
  },
  'no answer': (response) => response.destroy(),
  'a failure without words': (response) => response.writeHead(400, json).end('{"status":"error"}'),
  'a login that has ended': (response) =>
    response.writeHead(401, json).end('{"status":"error","code":"token_invalid","msg":"Ended"}'),
}

describe('Every command fails with one sentence', () => {
  it.each(Object.entries(broken))('where the server sends %s', async (_, answer) => {
    server.answer(answer)
    expectFailures(await matrix.runAll({ skipped: times(['piped'], []) }))
  })

  it.each(['/elsewhere', 'http://127.0.0.1:1/', 'file:///etc/passwd'])(
    'if it redirects to %s, and sends no token there',
    async (location) => {
      const paths: (string | undefined)[] = []
      server.answer((response, { url }) => {
        paths.push(url)
        response.writeHead(307, { location }).end()
      })
      expectFailures(await matrix.runAll({ skipped: ['piped'] }))
      expect(paths).not.toContain('/elsewhere')
    },
  )

  it('if it is silent', async () => {
    server.answer(() => {})
    expectFailures(await matrix.runAll({ isShort: true }))
  })

  it('if it is silent after half a response', async () => {
    server.answer((response) => response.writeHead(200, json).write('{"prompts":['))
    expectFailures(await matrix.runAll({ isShort: true }))
  })

  it('if responses are endless', async () => {
    const chunk = Buffer.alloc(1_000_000, ' ')
    server.answer((response) => {
      const fill = () => {
        while (!response.destroyed && response.write(chunk)) {
          // Until the connection is full.
        }
      }
      response.writeHead(200, json).on('drain', fill)
      fill()
    })
    // An export takes at most 4 GB.
    expectFailures(await matrix.runAll({ skipped: ['export', 'piped'] }))
  })
})

function expectFailures(runs: readonly Run[]): void {
  for (const { command, code, err, out } of runs) {
    if (command.startsWith('mcp')) {
      // The bridge reports it to the assistant.
      expect(JSON.parse(out), command).toMatchObject({ id: 1, error: {} })
    } else {
      expect([command, code]).not.toEqual([command, 0])
      // The typed text is kept, and a separate sentence shows where.
      const sentences = err.replace(/^Your text is saved in .*\n/m, '').trimEnd()
      expect(sentences, command).toMatch(/^[^\n]+$/)
    }
  }
}
