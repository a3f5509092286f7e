import * as z from 'zod/mini'
import type { AnswerOf, Call, InputOf } from '#contract/core/call.ts'
import { UnreachableError } from '#cli/server/make-client.ts'
import { readChunks } from '#cli/server/read-chunks.ts'
import type { Server } from '#cli/core/define-command.ts'

type Streaming = Call & { answerAs: 'stream' }

/** In characters. A line contains at most the answer so far. */
const longestLine = 16_000_000

/**
 * Makes a streaming call, and yields its lines as they arrive. Skips lines of types that the contract does not have.
 *
 * @throws CallError if the server refuses it
 * @throws UnreachableError if the connection breaks, possibly after some lines
 */
export async function* readLines<C extends Streaming>(
  server: Server,
  call: C,
  input: InputOf<C>,
  signal?: AbortSignal,
): AsyncGenerator<AnswerOf<C>, void, undefined> {
  const decoder = new TextDecoder()
  let partial = ''
  for await (const chunk of readChunks(server, call, input, 0, signal)) {
    const lines = (partial + decoder.decode(chunk, { stream: true })).split('\n')
    partial = lines.pop() ?? ''
    if (partial.length > longestLine) throw new UnreachableError('EMSGSIZE', server.url)
    for (const line of lines) {
      const { data, success } = z.safeParse(call.answer, parse(line))
      if (success) yield data as AnswerOf<C>
    }
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch {
    return undefined
  }
}
