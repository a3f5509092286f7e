import { setTimeout as pause } from 'node:timers/promises'
import { quantile } from '#bench/data/library.ts'
import type { Owner } from '#bench/data/million.ts'
import { timedGet, timedPost } from './timed-request.ts'

/** Another user, who reads a prompt a hundred times per second and optionally writes one as often. */
export async function startNeighbour(origin: string, { cookie }: Owner, { writes = false } = {}) {
  const { body } = await timedGet(`${origin}/api/prompts/list`, cookie)
  const [prompt] = (JSON.parse(body) as { prompts: { id: string }[] }).prompts
  const url = `${origin}/api/prompts/get?promptId=${prompt?.id}`
  const stopping = new AbortController()
  const repeat = async (act: () => Promise<{ ms: number }>) => {
    const times: number[] = []
    while (!stopping.signal.aborted) {
      times.push((await act()).ms)
      await pause(10)
    }
    return times
  }
  const input = { promptId: prompt?.id, name: 'A neighbour', color: 'FFD166', prompt: 'wrote this' }
  const reading = repeat(() => timedGet(url, cookie))
  const writing = writes
    ? repeat(() => timedPost(`${origin}/api/prompts/update`, cookie, input))
    : undefined
  return {
    /** Stops; prints the latencies. */
    async stop(): Promise<void> {
      stopping.abort()
      print("a neighbour's reads", await reading)
      if (writing) print("a neighbour's writes", await writing)
    },
  }
}

/** Prints the median, p99 and maximum of latencies in milliseconds. */
export function print(name: string, times: number[]): void {
  const [median, p99, slowest] = [0.5, 0.99, 1].map((share) => quantile(times, share).toFixed(1))
  console.log(`${name.padEnd(22)} median ${median}  p99 ${p99}  slowest ${slowest} ms`)
}
