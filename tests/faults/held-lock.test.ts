import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { makeScratchDirectory } from '#tests/support/scratch.ts'
import { startServer } from '#tests/support/server-process.ts'
import { report } from './support/fault-length.ts'
import { siteUser } from '#tests/support/clients/site-user.ts'
import { watchHealth } from './support/watch-health.ts'

const color = 'f1f5f9'

test("While another program holds SQLite's write lock, reads work and writes are rejected", async () => {
  const directory = makeScratchDirectory('locked')
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const server = await startServer({ DATA_DIR: directory }, { hasPromptLimit: false })
  const user = siteUser(server.origin, 'ada@example.com')
  await user.signUp()
  const promptOf = (name: string) => ({ name, color, prompt: `Text of ${name}` })
  const { id: promptId } = await user.ask(calls.createPrompt, promptOf('Before'))
  const { id: folderId } = await user.ask(calls.createFolder, { name: 'Old', color })

  const other = new DatabaseSync(`${directory}/promptshelf.sqlite`)
  other.exec('begin immediate')
  const watch = watchHealth(server)
  const writes = Promise.all([
    ...Array.from({ length: 200 }, (_, n) =>
      user.call(calls.createPrompt, promptOf(`During ${n}`)),
    ),
    // A single statement, and a transaction in the background.
    user.call(calls.deletePrompt, { promptId }),
    user.call(calls.deleteFolder, { folderId }),
  ])
  let reads = 0
  let slowestRead = 0
  const reading = { goesOn: true }
  const readers = [0, 1].map(async () => {
    while (reading.goesOn) {
      const began = performance.now()
      await user.ask(calls.listPrompts, {})
      await user.ask(calls.getPrompt, { promptId })
      await user.ask(calls.searchPrompts, { search: 'before' })
      slowestRead = Math.max(slowestRead, performance.now() - began)
      reads += 3
    }
  })
  const outcomes = await writes
  expect(new Set(outcomes.map(({ status, code }) => `${status} ${code}`))).toEqual(
    new Set(['503 unavailable']),
  )
  const waiting = user.call(calls.createPrompt, promptOf('Late'))
  // One more round of reads, so that the write has most likely started to wait.
  await user.ask(calls.listPrompts, {})
  other.close()
  expect((await waiting).status).toBe(200)
  reading.goesOn = false
  await Promise.all(readers)
  const { slowestMs, late, failures, answers } = await watch.end()
  report(
    `Lock held: ${outcomes.length} writes refused, ${reads} reads, the slowest three ` +
      `${Math.round(slowestRead)} ms; ${answers} answers about health, the slowest ${slowestMs} ms`,
  )
  expect(failures).toBe(0)
  // A single late answer on a busy machine is no stall.
  expect(late / answers).toBeLessThan(0.01)

  await user.ask(calls.createPrompt, promptOf('After'))
  const { prompts } = await user.ask(calls.listPrompts, {})
  expect(prompts.map(({ name }) => name)).not.toContain('During 0')
  expect(prompts.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Before', 'Late', 'After']),
  )
  expect(await server.stop()).toBe(0)
})
