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
import type { Server } from '#cli/server/servers.ts'

/** In bytes. Twice the storage of the largest library. */
const longestAnswer = 4_000_000_000

/**
 * Makes a call with a long answer, and yields its bytes as they arrive.
 *
 * @param longestSilenceMs after which the connection counts as broken; by default `longestMs`
 * @throws CallError if the server refuses it
 * @throws UnreachableError if the connection breaks, possibly after some bytes
 */
export async function* readChunks<C extends Call>(
  server: Server,
  call: C,
  input: InputOf<C>,
  longestSilenceMs = longestMs,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { path, ...request } = toRequest(call, input as object)
  const silence = new AbortController()
  const timer = setTimeout(
    () => silence.abort(new DOMException('', 'TimeoutError')),
    longestSilenceMs,
  )
  try {
    const response = await sendTo(
      server,
      path,
      { ...request, signal: silence.signal },
      longestAnswer,
    )
    if (!response.ok || response.body === null) {
      const failure = failureOf(await response.json().catch(() => undefined))
      throw new CallError(response.status, failure)
    }
    for await (const chunk of orUnreachable(response.body, server.url)) {
      timer.refresh()
      yield chunk
    }
  } finally {
    clearTimeout(timer)
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
