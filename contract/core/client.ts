import * as z from 'zod/mini'
import type { AnswerOf, Call, InputOf } from './call.ts'
import { Failure } from './schemas.ts'

/** The subset of `fetch`'s options that the client uses. */
export type ClientRequest = {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  signal?: AbortSignal
}

/** Sends a request to a path of the server, as `fetch` does. The result is the subset of `Response` that the client uses. */
export type SendRequest = (
  path: string,
  request: ClientRequest,
) => Promise<{ ok: boolean; status: number; json: () => Promise<unknown> }>

/** Creates the error that the client throws. `failure` is missing if the answer does not match the contract. */
type ToError = (status: number, failure?: z.output<typeof Failure>) => Error

type Options = {
  signal?: AbortSignal
  /** The parameters of the call's path. */
  params?: Record<string, string>
}

/** Makes a call and returns its parsed answer. */
export type Client = <C extends Call>(
  call: C,
  input: InputOf<C>,
  options?: Options,
) => Promise<AnswerOf<C>>

/** Creates a client of the API on top of a function that sends requests. */
export function createClient(send: SendRequest, toError: ToError): Client {
  return async (call, input, { signal, params } = {}) => {
    const { path, ...request } = toRequest(call, input as object, params)
    const response = await send(path, { ...request, ...(signal && { signal }) })
    const body = await response.json().catch(() => undefined)
    if (!response.ok) throw toError(response.status, z.safeParse(Failure, body).data)
    const answer = z.safeParse(call.answer, body)
    if (!answer.success) throw toError(response.status)
    return answer.data as AnswerOf<typeof call>
  }
}

/** Builds the request of a call. In a query, null counts as missing. */
export function toRequest(
  call: Call,
  input: object,
  params: Record<string, string> = {},
): ClientRequest & { path: string } {
  const path = `/api/${call.path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))}`
  if (call.method === 'POST') {
    const headers = { 'content-type': 'application/json' }
    return { path, method: 'POST', headers, body: JSON.stringify(input) }
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (value !== null && value !== undefined) query.set(name, String(value))
  }
  return { path: query.size > 0 ? `${path}?${query.toString()}` : path, method: 'GET', headers: {} }
}
