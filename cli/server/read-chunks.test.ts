import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { waitFor } from '#tests/support/wait-for.ts'
import { exportCalls } from '#contract/transfer/export.ts'
import { longestMs } from '#cli/server/make-client.ts'
import { leastExportRate, readChunks } from '#cli/server/read-chunks.ts'

const server = createServer((_request, response) => {
  response.writeHead(200).flushHeaders()
  answering = response
})
let answering: ServerResponse | undefined
let origin = ''

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** An answer that is being read. */
async function startAnswer(leastRate?: number) {
  const chunks = readChunks({ url: origin, token: '' }, exportCalls.exportLibrary, {}, leastRate)
  let coming = chunks.next()
  const response = await waitFor(() => {
    expect(answering).toBeDefined()
    return answering
  })
  answering = undefined
  return {
    /** The server sends some bytes after a while. Returns how many of them are read. */
    async send(bytes: number, afterMs: number): Promise<number> {
      vi.advanceTimersByTime(afterMs)
      response?.write(Buffer.alloc(bytes))
      const { value } = await coming
      coming = chunks.next()
      return value?.length ?? 0
    },
    /** The reader is slow, like a pager. */
    async sendToSlowReader(bytes: number, readingMs: number): Promise<number> {
      response?.write(Buffer.alloc(bytes))
      const { value } = await coming
      vi.advanceTimersByTime(readingMs)
      coming = chunks.next()
      return value?.length ?? 0
    },
    stop: async () => {
      coming.catch(() => {})
      response?.destroy()
      await coming.catch(() => {})
    },
  }
}

const tooSlow = expect.objectContaining({ message: 'ETIMEDOUT' })

it('An export that trickles is aborted, like a silent one', async () => {
  const answer = await startAnswer(leastExportRate)
  const seconds = longestMs / 1000
  const drip = async () => {
    for (let second = 0; second <= seconds; second++) await answer.send(1, 1000)
  }
  await expect(drip()).rejects.toEqual(tooSlow)
})

it('An export over the slowest connections is read to its end', async () => {
  const answer = await startAnswer(leastExportRate)
  // One packet of a mobile connection of the nineties.
  for (let second = 0; second < 300; second++) expect(await answer.send(1000, 1000)).toBe(1000)
  await answer.stop()
})

it('A stream may be slow, but not silent', async () => {
  const answer = await startAnswer()
  for (let letter = 0; letter < 10; letter++) expect(await answer.send(1, 0.9 * longestMs)).toBe(1)
  await expect(answer.send(1, longestMs)).rejects.toEqual(tooSlow)
})

it("The reader's own time does not count as the server's silence", async () => {
  const answer = await startAnswer(leastExportRate)
  for (let page = 0; page < 5; page++) {
    expect(await answer.sendToSlowReader(100, 10 * longestMs)).toBe(100)
  }
  await answer.stop()
})

it('No answer may take more than a day', async () => {
  const answer = await startAnswer()
  const day = 24 * 60 * 60_000
  const letters = async () => {
    for (let ms = 0; ms <= day; ms += longestMs / 2) await answer.send(1, longestMs / 2)
  }
  await expect(letters()).rejects.toEqual(tooSlow)
})
