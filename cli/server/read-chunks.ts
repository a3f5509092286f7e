import type { Call, InputOf } from '#contract/core/call.ts'
import { toRequest } from '#contract/core/client.ts'
import {
  CallError,
  codeOf,
  failureOf,
  longestMs,
  sendTo,
  UnreachableError,
} from '#cli/server/make-client.ts'
import type { Server } from '#cli/core/define-command.ts'

/** In bytes. Twice the storage of the largest library. */
const longestAnswer = 4_000_000_000
/** For a whole answer, even if it keeps arriving. */
const longestAnswerMs = 24 * 60 * 60_000

/** In bytes per second. No real connection is as slow. */
export const leastExportRate = 300

/**
 * Makes a call with a long answer, and yields its bytes as they arrive. The connection counts as broken if the server
 * is silent for `longestMs`, or sends fewer bytes than required in this time; the reader's own time does not count.
 *
 * @param leastRate in bytes per second; by default, any byte suffices
 * @throws CallError if the server refuses it
 * @throws UnreachableError if the connection breaks, possibly after some bytes
 */
export async function* readChunks<C extends Call>(
  server: Server,
  call: C,
  input: InputOf<C>,
  leastRate = 0,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { path, ...request } = toRequest(call, input as object)
  const ending = new AbortController()
  const end = () => ending.abort(new DOMException('', 'TimeoutError'))
  const whole = setTimeout(end, longestAnswerMs)
  signal?.addEventListener('abort', end)
  let leftMs = longestMs
  let received = 0
  try {
    const response = await inTime(
      sendTo(server, path, { ...request, signal: ending.signal }, longestAnswer),
    )
    if (!response.ok || response.body === null) {
      const failure = failureOf(await inTime(response.json()).catch(() => undefined))
      throw new CallError(response.status, failure)
    }
    const chunks = orUnreachable(response.body, server.url)
    for (;;) {
      const { value, done } = await inTime(chunks.next())
      if (done === true) return
      received += value.length
      if (received >= (leastRate * longestMs) / 1000) [leftMs, received] = [longestMs, 0]
      yield value
    }
  } finally {
    clearTimeout(whole)
    signal?.removeEventListener('abort', end)
    // The reader may have stopped.
    end()
  }

  async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const from = performance.now()
    const timer = setTimeout(end, leftMs)
    try {
      return await answer
    } finally {
      clearTimeout(timer)
      leftMs -= performance.now() - from
    }
  }
}

async function* orUnreachable(
  body: ReadableStream<Uint8Array>,
  url: string,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw new UnreachableError(codeOf(error), url, { cause: error })
  }
}
