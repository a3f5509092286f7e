import { limitAnswer } from '#contract/core/limit-answer.ts'
import { changeCalls } from '#contract/library/changes.ts'

/** How long a request may take, in milliseconds. */
const longestMs = 30_000
/** In bytes. The server's own limit for an answer is 5 MB. */
const longestAnswer = 64_000_000
/** Browsers keep 64 KiB alive. */
const longestKept = 16_000

/**
 * Sends a request to a path of the user's server, and nowhere else. An answer that is too long is aborted. A stream may
 * be silent: the caller watches it.
 */
export async function sendTo(
  { origin, token }: { origin: string; token?: string },
  path: string,
  { headers, signal, ...request }: RequestInit,
): Promise<Response> {
  const isStream = path === `/api/${changeCalls.watchLibrary.path}`
  const signals = [signal, isStream ? undefined : AbortSignal.timeout(longestMs)]
  const response = await fetch(origin + path, {
    ...request,
    signal: AbortSignal.any(signals.filter((one) => one !== null && one !== undefined)),
    // The token is only for this address.
    redirect: 'error',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    // A use is recorded although the popup closes.
    keepalive: typeof request.body === 'string' && request.body.length < longestKept,
    headers: {
      ...(headers as Record<string, string>),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
  })
  return limitAnswer(response, longestAnswer)
}
