import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { calls } from '#contract/calls.ts'
import { startHostileServer } from '#tests/attacks/command-line/hostile-server.ts'
import { startCommandLine, type CommandLine } from '#tests/support/clients/command-line.ts'
import { waitFor } from '#tests/support/wait-for.ts'

let line: CommandLine
let serial = 0
const color = '4ECDC4'

beforeAll(async () => {
  line = await startCommandLine()
})
afterAll(() => line.stop())

const inHome = (...names: string[]) => join(line.home, ...names)
const read = (...names: string[]) => readFileSync(inHome(...names), 'utf8')
const make = async (name: string) =>
  (await line.call(calls.createPrompt, { name, color, prompt: 'one' })).id

async function append(promptId: string, text: string) {
  const { prompt } = await line.call(calls.getPrompt, { promptId })
  await line.call(calls.updatePrompt, { ...prompt, promptId, prompt: prompt.prompt + text })
}

/** Writes a file as editors do: another one, which takes its place. */
function save(path: string, text: string) {
  writeFileSync(inHome(`${path}~`), text)
  renameSync(inHome(`${path}~`), inHome(path))
}

const textOf = async (promptId: string) =>
  (await line.call(calls.getPrompt, { promptId })).prompt.prompt

type HostileServer = Awaited<ReturnType<typeof startHostileServer>>

/** Starts a proxy in front of the server, and returns the environment of its users. */
async function startProxy() {
  const server = await startHostileServer(line.server.origin)
  onTestFinished(server.stop)
  const env = {
    PROMPTSHELF_URL: server.origin,
    PROMPTSHELF_TOKEN: line.token,
    PROMPTSHELF_TIMEOUT: '1',
  }
  return { server, env }
}

async function end(watching: ReturnType<CommandLine['terminal']>, directory: string) {
  watching.type('\u0003')
  expect((await watching.end()).code).toBe(130)
  expect(existsSync(inHome(directory, '.promptshelf/lock'))).toBe(false)
}

it('syncs after each change on either side, and shows a conflict once', async () => {
  const id = await make('Watched')
  const watching = line.terminal('promptshelf sync a --watch')
  await watching.sees(/new here +Watched\.md/)
  await append(id, ' two')
  await watching.sees(/pulled +Watched\.md/)
  expect(read('a/Watched.md')).toContain('one two')
  save('a/Watched.md', read('a/Watched.md').replace('two', 'three'))
  await watching.sees(/pushed +Watched\.md/)
  expect(await textOf(id)).toBe('one three')
  // Files in a directory that is as new as they are.
  mkdirSync(inHome('a/New/Inner'), { recursive: true })
  writeFileSync(inHome('a/New/Inner/idea.md'), 'An {idea}')
  await watching.sees(/new in the library +New\/Inner\/idea\.md/)
  save('a/New/Inner/idea.md', read('a/New/Inner/idea.md').replace('An', 'My'))
  await watching.sees(/pushed +New\/Inner\/idea\.md/)
  // Sees neither change of a conflict before both are made.
  await end(watching, 'a')
  await append(id, ' theirs')
  save('a/Watched.md', read('a/Watched.md').replace('three', 'mine'))
  const again = line.terminal('promptshelf sync a --watch')
  await again.sees('Watched.theirs.md')
  again.clear()
  const other = await make('Other')
  await again.sees(/new here +Other\.md/)
  expect(again.shown()).not.toContain('Watched')
  rmSync(inHome('a/Watched.theirs.md'))
  await again.sees(/pushed +Watched\.md/)
  expect(await textOf(id)).toBe('one mine')
  await line.call(calls.deletePrompt, { promptId: other })
  await again.sees(/deleted here +Other\.md/)
  await end(again, 'a')
})

it('deletes nothing in the library if its directory is deleted or moved away', async () => {
  await make('Kept')
  for (const remove of [
    () => renameSync(inHome('gone'), inHome('elsewhere')),
    () => rmSync(inHome('gone'), { recursive: true }),
  ]) {
    const watching = line.terminal('promptshelf sync gone --watch')
    await watching.sees(/new here +Kept\.md/)
    remove()
    expect(await watching.end()).toMatchObject({
      code: 1,
      shown: expect.stringContaining('no longer exists'),
    })
  }
  const { items } = await line.call(calls.listTrash, {})
  expect(items.map(({ name }) => name)).not.toContain('Kept')
})

it('makes two directories equal', async () => {
  const watching = ['one', 'two'].map((name) => line.terminal(`promptshelf sync ${name} --watch`))
  for (const each of watching) await each.sees(/new here +Kept\.md/)
  save('one/Kept.md', read('one/Kept.md').replace('one', 'of one'))
  await waitFor(() => expect(read('two/Kept.md')).toContain('of one'))
  save('two/Kept.md', read('two/Kept.md').replace('of one', 'of two'))
  await waitFor(() => expect(read('one/Kept.md')).toContain('of two'))
  writeFileSync(inHome('one/Created.md'), 'Created')
  await waitFor(() => expect(read('two/Created.md')).toBe(read('one/Created.md')))
  for (const [at, each] of watching.entries()) await end(each, at === 0 ? 'one' : 'two')
})

it('reads the files regularly if the system has no watches left', async () => {
  await make('Unwatched')
  const sync = 'exec promptshelf sync unwatched --watch'
  // A namespace has separate limits.
  const limited = `unshare -Ur sh -c 'echo 0 > /proc/sys/user/max_inotify_watches && ${sync}'`
  const watching = line.terminal(limited)
  await watching.sees(/new here +Unwatched\.md/)
  writeFileSync(inHome('unwatched/Found.md'), 'Found')
  await watching.sees(/new in the library +Found\.md/)
  await end(watching, 'unwatched')
})

it.each<[string, (server: HostileServer) => void]>([
  // It waits for the end of each answer, and the stream of changes has none.
  ['a proxy holds the stream back', () => {}],
  ['a proxy cuts the stream', (server) => server.breakOff('library/watch')],
  ['an older server has no stream', (server) => server.lack('library/watch')],
])('polls if %s', async (_why, prepare) => {
  const { server, env } = await startProxy()
  prepare(server)
  const directory = `polled-${serial++}`
  // The first sync then writes no file. Otherwise, that would cause a second one.
  await line.run(['sync', inHome(directory)], { env })
  const watching = line.terminal(`promptshelf sync ${directory} --watch`, { env })
  await waitFor(() => expect(server.takeRequested()).toContain('library/watch'))
  await make(directory)
  await watching.sees(`${directory}.md`)
  await end(watching, directory)
})

it('survives a server that is away', async () => {
  await make('Kept')
  const { server, env } = await startProxy()
  const watching = line.terminal('promptshelf sync proxied --watch', { env })
  await watching.sees(/new here +Kept/)
  server.answer((response) => response.destroy())
  writeFileSync(inHome('proxied/Waiting.md'), 'Waiting')
  await watching.sees('cannot be reached')
  server.lie((answer) => answer)
  await watching.sees(/new in the library +Waiting\.md/)
  await end(watching, 'proxied')
})

it('ends with its token', async () => {
  const token = await line.makeToken(['library:read'])
  const env = { PROMPTSHELF_URL: line.server.origin, PROMPTSHELF_TOKEN: token }
  const watching = line.terminal('promptshelf sync token --watch', { env })
  await watching.sees(/new here +Kept\.md/)
  const { tokens } = await line.call(calls.listTokens, {})
  const { id: tokenId = '' } = tokens.find(({ hint }) => token.endsWith(hint)) ?? {}
  await line.call(calls.revokeToken, { tokenId })
  expect((await watching.end()).code).toBe(3)
})
