import type { Call, AnswerOf, InputOf } from '#contract/core/call.ts'
import { createClient, type Client } from '#contract/core/client.ts'
import { limitAnswer } from '#contract/core/limit-answer.ts'
import { Failure } from '#contract/core/schemas.ts'
import * as z from 'zod/mini'
import { version } from '#cli/core/version.ts'
import type { Server } from '#cli/core/define-command.ts'

/** A call that the server refused, or whose answer does not match the contract. */
export class CallError extends Error {
  readonly status: number
  /** Missing if the answer does not match the contract. */
  readonly failure: z.output<typeof Failure> | undefined

  constructor(status: number, failure: z.output<typeof Failure> | undefined) {
    super(failure?.msg ?? `The answer has status ${status}.`)
    this.status = status
    this.failure = failure
  }
}

/** A server cannot be reached. The message is the reason, such as ECONNREFUSED. */
export class UnreachableError extends Error {
  /** The server's origin. */
  readonly url: string

  constructor(reason: string, url: string, options?: ErrorOptions) {
    super(reason, options)
    this.url = url
  }
}

/** A failure in the API's form; undefined for any other answer. */
export function failureOf(answer: unknown): CallError['failure'] {
  return z.safeParse(Failure, answer).data
}

/**
 * How long a call may take, and a stream may be silent, in milliseconds: `PROMPTSHELF_TIMEOUT`, from a tenth of a
 * second to an hour.
 */
export const longestMs =
  Math.min(Math.max(Number(process.env['PROMPTSHELF_TIMEOUT']) || 30, 0.1), 3600) * 1000
/** In bytes. The server's own limit for an answer is 5 MB; the texts that an import compares may be longer. */
const longestAnswer = 64_000_000

/**
 * Sends a request to a path of the server, with the token if there is one. An answer that is longer than `longest`
 * bytes is aborted.
 *
 * @throws UnreachableError
 */
export async function sendTo(
  { url, token }: Pick<Server, 'url'> & Partial<Server>,
  path: string,
  { headers, ...request }: RequestInit & { headers?: Record<string, string> },
  longest = longestAnswer,
): Promise<Response> {
  try {
    const response = await fetch(url + path, {
      ...request,
      // The token is only for this address.
      redirect: 'manual',
      headers: {
        ...headers,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        'user-agent': `promptshelf/${version}`,
      },
    })
    return limitAnswer(response, longest)
  } catch (error) {
    throw new UnreachableError(codeOf(error), url, { cause: error })
  }
}

/** The most pages and rows read of one list, in case a server never reports the last page. */
export const mostPages = 5000
export const mostRows = 1_000_000

export function makeClient(server: Server): Client {
  return createClient(
    async (path, { signal, ...request }) => {
      const whole = { signal: signal ?? AbortSignal.timeout(longestMs), ...request }
      const response = await sendTo(server, path, whole)
      const text = await readText(response, server.url)
      const { ok, status } = response
      return { ok, status, json: async () => JSON.parse(text) as unknown }
    },
    (status, failure) => new CallError(status, failure),
  )
}

/** Reads an answer to its end. @throws UnreachableError if it breaks off, takes too long or is too long */
export async function readText(response: Response, url: string): Promise<string> {
  try {
    return await response.text()
  } catch (error) {
    throw new UnreachableError(codeOf(error), url, { cause: error })
  }
}

/** Makes a call for which a token may lack the scope. Returns undefined in that case. */
export async function callIfAllowed<C extends Call>(
  client: Client,
  call: C,
  input: InputOf<C>,
): Promise<AnswerOf<C> | undefined> {
  try {
    return await client(call, input)
  } catch (error) {
    if (error instanceof CallError && error.status === 403) return undefined
    throw error
  }
}

/** The reason of a failed connection, such as ECONNREFUSED. */
export function codeOf(error: unknown): string {
  const { cause, message, name } = error as Error
  const { code } = (cause ?? {}) as NodeJS.ErrnoException
  if (name === 'TimeoutError') return 'ETIMEDOUT'
  return code ?? (cause as Error | undefined)?.message ?? message
}
