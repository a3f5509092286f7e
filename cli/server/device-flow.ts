import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { commandLineId, deviceNameField, oauthPaths } from '#contract/accounts/oauth.ts'
import { healthCalls } from '#contract/health.ts'
import { WebAddress } from '#contract/core/answers.ts'
import { tokenScopes } from '#contract/core/scopes.ts'
import { CommandError } from '#cli/core/define-command.ts'
import {
  CallError,
  longestMs,
  readText,
  sendTo,
  UnreachableError,
} from '#cli/server/make-client.ts'
import type { Texts } from '#cli/core/texts.ts'

/** An address that does not respond like Promptshelf. */
export class StrangeServerError extends CallError {
  constructor(status: number) {
    super(status, undefined)
  }
}

const ShortAddress = WebAddress.check(z.maxLength(2000))
const Asked = z.object({
  device_code: z.string().check(z.minLength(1), z.maxLength(1000)),
  user_code: z.string().check(z.minLength(1), z.maxLength(100)),
  verification_uri: ShortAddress,
  verification_uri_complete: z.optional(ShortAddress),
  /** In seconds. The user is waiting. */
  expires_in: z.number().check(z.minimum(0), z.maximum(3600)),
  interval: z.optional(z.number().check(z.minimum(0), z.maximum(300))),
})
export type Asked = z.output<typeof Asked>

/** Characters that a header allows. */
const Granted = z.object({ access_token: z.string().check(z.regex(/^[!-~]{1,4000}$/)) })
const Refused = z.object({ error: z.string() })

/** The interval for polling the user's answer, in seconds (RFC 8628, section 3.5). */
const usualInterval = 5
const leastInterval = 1

/**
 * Requests access from a server, which the user approves in a browser by a code (RFC 8628).
 *
 * @throws UnreachableError
 * @throws CallError if the server has no such login
 * @throws StrangeServerError if the address does not belong to Promptshelf
 */
export async function askForAccess(url: string): Promise<Asked> {
  const response = await post(url, oauthPaths.device, {
    scope: tokenScopes.join(' '),
    [deviceNameField]: hostname(),
  })
  const { data } = z.safeParse(Asked, await response.json().catch(() => undefined))
  if (response.ok && data !== undefined) return data
  // An older server also refuses it, but answers other calls.
  const health = await sendTo({ url }, '/api/health', { signal: AbortSignal.timeout(longestMs) })
  const answer: unknown = await health.json().catch(() => undefined)
  const isOurs = z.safeParse(healthCalls.checkHealth.answer, answer).success
  if (!isOurs) throw new StrangeServerError(response.status)
  throw new CallError(response.status, undefined)
}

/**
 * Waits until the user has approved. Returns the access token.
 *
 * @throws CommandError if the user refuses, or does not answer in time
 */
export async function waitForAccess(url: string, asked: Asked, texts: Texts): Promise<string> {
  const end = Date.now() + asked.expires_in * 1000
  let interval = asked.interval ?? usualInterval
  for (let left = end - Date.now(); left > 0; left = end - Date.now()) {
    await wait(Math.min(Math.max(interval, leastInterval) * 1000, left))
    const answer = await ask(url, asked.device_code)
    if (answer === 'slow_down') interval += usualInterval
    else if (answer === 'access_denied') throw new CommandError(texts.login.refused)
    else if (answer === 'expired_token') break
    else if (typeof answer === 'object') return answer.access_token
    else if (!unanswered.has(answer)) throw new StrangeServerError(200)
  }
  throw new CommandError(texts.login.tooLate)
}

/** Answers after which the user may still approve. */
const unanswered = new Set(['authorization_pending', 'unreachable'])

/** The server's answer, or its error. A lost connection is not an error: the user may still be answering. */
async function ask(url: string, code: string): Promise<z.output<typeof Granted> | string> {
  try {
    const response = await post(url, oauthPaths.token, {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: code,
    })
    // It may be restarting, or ask for more time.
    if (response.status === 429 || response.status >= 500) return 'unreachable'
    const answer = parse(await readText(response, url))
    const granted = z.safeParse(Granted, answer).data
    return granted ?? z.safeParse(Refused, answer).data?.error ?? 'unknown'
  } catch (error) {
    if (error instanceof UnreachableError) return 'unreachable'
    throw error
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Revokes the access on the server. Returns whether it succeeded. */
export async function endAccess(url: string, token: string): Promise<boolean> {
  try {
    return (await post(url, oauthPaths.revoke, { token })).ok
  } catch (error) {
    if (error instanceof UnreachableError) return false
    throw error
  }
}

function post(url: string, path: string, fields: Record<string, string>): Promise<Response> {
  return sendTo({ url }, path, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ client_id: commandLineId, ...fields }),
    signal: AbortSignal.timeout(longestMs),
  })
}
