import * as z from 'zod/mini'
import { DeviceAnswer, waitForGrant } from '#contract/accounts/device-flow.ts'
import { deviceNameField, extensionId, oauthPaths } from '#contract/accounts/oauth.ts'
import { tokenCalls } from '#contract/accounts/tokens.ts'
import { createClient } from '#contract/core/client.ts'
import { Failure } from '#contract/core/schemas.ts'
import { readUserAgent } from '#contract/core/user-agent.ts'
import { sendTo } from '#extension/browser/send-to.ts'
import type { Login } from './login.ts'

/** Why a login failed. `old`: the server has no login for the extension. */
export type LoginFailure = 'unreachable' | 'strange' | 'denied' | 'expired' | 'old'

/** Of the authorization server, or of a release that has none. */
const Refusal = z.union([z.object({ error: z.string() }), Failure])

/** The scopes that the extension requests: the user may allow less. */
const scope = 'library:read library:write'

/** Asks a server for access, which the profile lists by the browser and its system. Returns the code that the user enters there. */
export async function askForAccess(origin: string): Promise<DeviceAnswer | LoginFailure> {
  try {
    const { browser, system } = readUserAgent(navigator.userAgent)
    const name = [browser, system].filter(Boolean).join(' on ')
    const response = await post(origin, oauthPaths.device, { scope, [deviceNameField]: name })
    const answer: unknown = await response.json().catch(() => undefined)
    if (response.ok) return z.safeParse(DeviceAnswer, answer).data ?? 'strange'
    return z.safeParse(Refusal, answer).success ? 'old' : 'strange'
  } catch {
    return 'unreachable'
  }
}

/** Waits until the user has approved, and returns the login. */
export async function waitForAccess(
  origin: string,
  asked: DeviceAnswer,
): Promise<Login | LoginFailure> {
  const grant = await waitForGrant(asked, (path, fields) => post(origin, path, fields))
  if (typeof grant === 'string') return grant
  const call = createClient(
    (path, request) => sendTo({ origin, ...grant }, path, request),
    (status) => new Error(String(status)),
  )
  try {
    const { accountId, scopes, folder } = await call(tokenCalls.describeToken, {})
    return accountId === undefined ? 'old' : { origin, ...grant, accountId, scopes, folder }
  } catch {
    return 'strange'
  }
}

function post(origin: string, path: string, fields: Record<string, string>): Promise<Response> {
  return sendTo({ origin }, path, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ client_id: extensionId, ...fields }),
  })
}
