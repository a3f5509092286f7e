import * as z from 'zod/mini'
import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import { Failure } from '#contract/schemas.ts'
import { ApiError } from './api-error.ts'
import { leaveForLogin } from './draft.ts'

// The page's security policy allows no code made from strings, which zod would otherwise try.
z.config({ jitless: true })

type SendOptions = {
  signal?: AbortSignal
  /** For a path with parameters. */
  params?: Record<string, string>
}

/**
 * Makes a call of the contract. Gives the parsed answer, or throws an `ApiError`. A 401 sends the
 * browser to the sign-in screen (spec §8).
 */
export async function send<C extends Call>(
  call: C,
  input: InputOf<C>,
  options: SendOptions = {},
): Promise<AnswerOf<C>> {
  const response = await request(call, input as Record<string, Value>, options)
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) {
    if (response.status === 401) return leaveForLogin()
    const failure = z.safeParse(Failure, body)
    throw new ApiError(response.status, failure.data)
  }
  const answer = z.safeParse(call.answer, body)
  if (!answer.success) throw new ApiError(response.status)
  return answer.data as AnswerOf<C>
}

/** What a query can carry. */
type Value = string | number | null | undefined

async function request(
  call: Call,
  input: Record<string, Value>,
  { signal, params = {} }: SendOptions,
) {
  // The language on screen is the one that mails are written in.
  const headers: Record<string, string> = { 'accept-language': document.documentElement.lang }
  const init: RequestInit = { method: call.method, credentials: 'same-origin', headers }
  if (signal) init.signal = signal
  const path = call.path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  let url = `/api/${path}`
  if (call.method === 'GET') {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(input)) {
      if (value !== null && value !== undefined) query.set(name, String(value))
    }
    if (query.size > 0) url += `?${query}`
  } else {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(input)
  }
  try {
    return await fetch(url, init)
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0)
  }
}
