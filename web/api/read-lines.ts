import * as z from 'zod/mini'
import type { AnswerOf, Call, InputOf } from '#contract/core/call.ts'
import { toRequest } from '#contract/core/client.ts'
import { Failure } from '#contract/core/schemas.ts'
import { ApiError } from './api-error.ts'
import { leaveForLogin } from './draft.ts'
import { fetchFromServer } from './server.ts'

type Streaming = Call & { answerAs: 'stream' }

/**
 * Makes a streaming call, and yields its lines as they arrive. Leaving the loop aborts the request; lines of a
 * type that this client does not have are skipped. On a 401, leaves for the login screen and never settles.
 *
 * @throws ApiError, possibly after some lines; with status 0 if the stream breaks off, or is none of the server's
 */
export async function* readLines<C extends Streaming>(
  call: C,
  input: InputOf<C>,
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<AnswerOf<C>, void, undefined> {
  const { path, ...request } = toRequest(call, input as object)
  const headers = { ...request.headers, 'accept-language': document.documentElement.lang }
  const response = await orUnreachable(
    signal,
    fetchFromServer(path, { ...request, headers, signal: signal ?? null }),
  )
  if (response.status === 401) return leaveForLogin()
  if (!response.ok || response.body === null) {
    const failure = await response.json().catch(() => undefined)
    throw new ApiError(response.status, z.safeParse(Failure, failure).data)
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  try {
    let partial = ''
    for (;;) {
      const { done, value } = await orUnreachable(signal, reader.read())
      if (done) return
      const lines = (partial + value).split('\n')
      partial = lines.pop() ?? ''
      for (const line of lines) {
        const { data, success } = z.safeParse(call.answer, parse(line))
        if (success) yield data as AnswerOf<C>
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new ApiError(0)
  }
}

/** Turns a network failure into the error of an unreachable server. */
async function orUnreachable<Value>(
  signal: AbortSignal | undefined,
  promise: Promise<Value>,
): Promise<Value> {
  try {
    return await promise
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0)
  }
}
