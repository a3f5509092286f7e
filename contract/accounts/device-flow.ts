import * as z from 'zod/mini'
import { WebAddress } from '#contract/core/answers.ts'
import { oauthPaths } from './oauth.ts'

const ShortAddress = WebAddress.check(z.maxLength(2000))

/** The server's answer to a device that asks for access (RFC 8628). */
export const DeviceAnswer = z.object({
  device_code: z.string().check(z.minLength(1), z.maxLength(1000)),
  user_code: z.string().check(z.minLength(1), z.maxLength(100)),
  verification_uri: ShortAddress,
  verification_uri_complete: z.optional(ShortAddress),
  /** In seconds. The user is waiting. */
  expires_in: z.number().check(z.minimum(0), z.maximum(3600)),
  interval: z.optional(z.number().check(z.minimum(0), z.maximum(300))),
})
export type DeviceAnswer = z.output<typeof DeviceAnswer>

/** Characters that a header allows. */
const Granted = z.object({ access_token: z.string().check(z.regex(/^[!-~]{1,4000}$/)) })
const Refused = z.object({ error: z.string() })

/** The interval for polling the user's answer, in seconds (RFC 8628, section 3.5). */
const usualInterval = 5
const leastInterval = 1

/** `strange`: the server does not answer like an authorization server. */
type Grant = { token: string } | 'denied' | 'expired' | 'strange'

/** Sends a form to a path of the server. */
type Post = (path: string, fields: Record<string, string>) => Promise<Response>

/** Waits until the user has approved, refused, or not answered in time. */
export async function waitForGrant(
  { device_code: code, expires_in: seconds, interval: given = usualInterval }: DeviceAnswer,
  post: Post,
): Promise<Grant> {
  const end = Date.now() + seconds * 1000
  let interval = Math.max(given, leastInterval)
  for (let left = end - Date.now(); left > 0; left = end - Date.now()) {
    const pause = Math.min(interval * 1000, left)
    await new Promise((resolve) => setTimeout(resolve, pause))
    const answer = await redeem(code, post)
    if (answer === undefined) continue
    const granted = z.safeParse(Granted, answer).data
    if (granted) return { token: granted.access_token }
    const error = z.safeParse(Refused, answer).data?.error
    if (error === 'slow_down') interval += usualInterval
    else if (error === 'access_denied') return 'denied'
    else if (error === 'expired_token') break
    else if (error !== 'authorization_pending') return 'strange'
  }
  return 'expired'
}

/** Undefined if the connection was lost, or the server is busy: the user may still be answering. */
async function redeem(code: string, post: Post): Promise<unknown> {
  const grant = 'urn:ietf:params:oauth:grant-type:device_code'
  let text: string
  try {
    const response = await post(oauthPaths.token, { grant_type: grant, device_code: code })
    // It may be restarting, or ask for more time.
    if (response.status === 429 || response.status >= 500) return undefined
    text = await response.text()
  } catch {
    return undefined
  }
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
