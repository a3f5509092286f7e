import { hostname } from 'node:os'
import * as z from 'zod/mini'
import { DeviceAnswer, waitForGrant } from '#contract/accounts/device-flow.ts'
import { commandLineId, deviceNameField, oauthPaths } from '#contract/accounts/oauth.ts'
import { healthCalls } from '#contract/health.ts'
import { tokenScopes } from '#contract/core/scopes.ts'
import { CommandError } from '#cli/core/define-command.ts'
import { CallError, longestMs, sendTo, UnreachableError } from '#cli/server/make-client.ts'
import type { Texts } from '#cli/core/texts.ts'

/** An address that does not respond like Promptshelf. */
export class StrangeServerError extends CallError {
  constructor(status: number) {
    super(status, undefined)
  }
}

/**
 * Requests access from a server, which the user approves in a browser by a code (RFC 8628).
 *
 * @throws UnreachableError
 * @throws CallError if the server has no such login
 * @throws StrangeServerError if the address does not belong to Promptshelf
 */
export async function askForAccess(url: string): Promise<DeviceAnswer> {
  const response = await post(url, oauthPaths.device, {
    scope: tokenScopes.join(' '),
    [deviceNameField]: hostname(),
  })
  const { data } = z.safeParse(DeviceAnswer, await response.json().catch(() => undefined))
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
export async function waitForAccess(
  url: string,
  asked: DeviceAnswer,
  texts: Texts,
): Promise<string> {
  const grant = await waitForGrant(asked, (path, fields) => post(url, path, fields))
  if (grant === 'denied') throw new CommandError(texts.login.refused)
  if (grant === 'expired') throw new CommandError(texts.login.tooLate)
  if (grant === 'strange') throw new StrangeServerError(200)
  return grant.token
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
