import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { makeChance } from '#tests/support/chance.ts'
import { startServer } from '#tests/support/server-process.ts'
import { checkLibrary } from './support/check-library.ts'
import { checkRows } from './support/check-rows.ts'
import { isLong, report } from './support/fault-length.ts'
import { libraryWriter } from './support/library-writer.ts'
import { startPatroniCluster, survivesHanging } from './support/patroni-cluster.ts'
import { siteUser, type SiteUser } from '#tests/support/clients/site-user.ts'
import { writeUnderLoad } from './support/write-under-load.ts'

/** Patroni 3.2 and later wait for at least 20 s before they consider a primary dead. */
const awayAtMostMs = 40_000

/** The event on the primary, and how often it happens. */
const accidents = [
  { what: 'is killed', times: 5, strike: (cluster: Cluster) => cluster.killPrimary() },
  { what: 'hangs', times: 2, strike: (cluster: Cluster) => cluster.hangPrimary('PostgreSQL') },
  { what: 'freezes', times: 2, strike: (cluster: Cluster) => cluster.hangPrimary('node') },
]
type Cluster = Awaited<ReturnType<typeof startPatroniCluster>>

/**
 * Reads and writes continuously until stopped, regardless of the answers. Reports the answers, and the longest time
 * without a successful write.
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
  // Rejections surface in `end`.
  watching.catch(() => {})
  return {
    answers,
    /** The ids of acknowledged prompts. */
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

describe('A PostgreSQL failover', () => {
  test.runIf(isLong).each(accidents)(
    'loses no acknowledged write after the primary $what, and until another takes over, every answer is 200 or 503',
    async ({ what, times, strike }) => {
      if (what !== 'is killed' && !survivesHanging()) {
        return report('This Patroni loses writes when a primary hangs: name a later one in PATRONI')
      }
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
      for (let time = 0; time < times; time++) {
        const { refusals } = await writeUnderLoad(writers, 200 + chance(200))
        const recover = await strike(cluster)
        expect(new Set(await refusals)).toEqual(new Set([503]))
        await recover()
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
      report(
        `A primary ${what}, ${times} times: ${acknowledged} acknowledged writes, all there; no write for ` +
          `${longest.join(', ')} ms; answers ${JSON.stringify([...answers])}`,
      )
      expect(new Set(answers.keys())).toEqual(new Set([200, 503]))
      expect(Math.max(...longest)).toBeLessThan(awayAtMostMs)
      expect(await server.stop()).toBe(0)
    },
    600_000,
  )
})
