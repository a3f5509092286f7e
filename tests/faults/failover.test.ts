import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { makeChance } from '#tests/support/chance.ts'
import { startServer } from '#tests/support/server-process.ts'
import { checkLibrary } from './check-library.ts'
import { checkRows } from './check-rows.ts'
import { isLong, tell } from './fault-length.ts'
import { libraryWriter } from './library-writer.ts'
import { startPatroniCluster } from './patroni-cluster.ts'
import { siteUser, type SiteUser } from './site-user.ts'

const kills = 5
const awayAtMostMs = 40_000

/**
 * Reads and writes without a pause, whatever it is answered, until told to stop: what answers came, and
 * for how long no write succeeded at the longest.
 */
function watchAnswers(user: SiteUser) {
  const watch = { isOver: false }
  const answers = new Map<number, number>()
  const made: string[] = []
  let longestMs = 0
  const note = (status: number) => answers.set(status, (answers.get(status) ?? 0) + 1)
  const watching = (async () => {
    let lastMs = performance.now()
    for (let count = 0; !watch.isOver; count++) {
      const input = { name: `Prompt ${count}`, color: 'f1f5f9', prompt: 'x' }
      const { status, answer } = await user.call(calls.createPrompt, input)
      note(status)
      if (answer !== undefined) {
        longestMs = Math.max(longestMs, performance.now() - lastMs)
        lastMs = performance.now()
        made.push(answer.id)
      }
      note((await user.call(calls.getProfile, {})).status)
      await delay(20)
    }
  })()
  // Failures are those of `end`.
  watching.catch(() => {})
  return {
    answers,
    /** The ids of the prompts that were acknowledged. */
    made,
    takeLongest: () => {
      const taken = longestMs
      longestMs = 0
      return Math.round(taken)
    },
    end: async () => {
      watch.isOver = true
      await watching
    },
  }
}

describe('A PostgreSQL that fails over', () => {
  test.runIf(isLong)(
    'loses nothing acknowledged, and until another primary takes over every answer is 200 or 503',
    async () => {
      const cluster = await startPatroniCluster()
      onTestFinished(cluster.stop, 60_000)
      const server = await startServer(
        { DATABASE_URL: cluster.url, LOG_LEVEL: 'fatal' },
        { hasPromptLimit: false },
      )
      onTestFinished(async () => void (await server.stop()))
      const user = siteUser(server.origin, 'ada@example.com')
      await user.signUp()
      const other = siteUser(server.origin, 'grace@example.com')
      await other.signUp()
      const chance = makeChance(5)
      const writers = ['first', 'second', 'third', 'fourth'].map((name) =>
        libraryWriter(user, name, chance),
      )
      const watch = watchAnswers(other)
      const longest: number[] = []
      for (let kill = 0; kill < kills; kill++) {
        let due = 200 + chance(200)
        const enough = Promise.withResolvers<void>()
        const writing = writers.map((writer) =>
          writer.write(
            () => false,
            () => {
              due -= 1
              if (due === 0) enough.resolve()
            },
          ),
        )
        await enough.promise
        await cluster.killPrimary()
        expect(new Set((await Promise.all(writing)).flat())).toEqual(new Set([503]))
        await cluster.recover()
        const before = watch.made.length
        await expect.poll(() => watch.made.length).toBeGreaterThan(before)
        await checkLibrary(user, writers)
        longest.push(watch.takeLongest())
      }
      const { answers, made } = watch
      await watch.end()
      await checkRows({ kind: 'postgres', url: cluster.url })
      const { prompts } = await other.ask(calls.listPrompts, {})
      const held = new Set(prompts.map(({ id }) => id))
      expect(made.filter((id) => !held.has(id))).toEqual([])
      const acknowledged = writers.reduce((sum, writer) => sum + writer.acknowledged(), made.length)
      tell(
        `A primary killed ${kills} times: ${acknowledged} acknowledged writes, all there; no write for ` +
          `${longest.join(', ')} ms; answers ${JSON.stringify([...answers])}`,
      )
      expect(new Set(answers.keys())).toEqual(new Set([200, 503]))
      expect(Math.max(...longest)).toBeLessThan(awayAtMostMs)
      expect(await server.stop()).toBe(0)
    },
    600_000,
  )
})
