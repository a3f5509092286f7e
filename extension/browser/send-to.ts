/** How long a request may take, in milliseconds. */
const longestMs = 30_000
/** In bytes. The server's own limit for an answer is 5 MB. */
const longestAnswer = 64_000_000

export type Destination = { origin: string; token?: string }

type Options = {
  /** Whether the answer is a stream, which may be silent. The caller then watches it. */
  isStream?: boolean
}

/** Sends a request to a path of the user's server, and nowhere else. An answer that is too long is aborted. */
export async function sendTo(
  { origin, token }: Destination,
  path: string,
  { headers, signal, ...request }: RequestInit,
  { isStream = false }: Options = {},
): Promise<Response> {
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
  const { status, headers: given } = response
  const body = response.body?.pipeThrough(upTo(longestAnswer)) ?? null
  return new Response(body, { status, headers: given })
}

/** Browsers keep 64 KiB alive. */
const longestKept = 16_000

/** Passes on at most this many bytes, and then fails. */
function upTo(longest: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let size = 0
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.length
      if (size > longest) controller.error(new Error('The answer is too long.'))
      else controller.enqueue(chunk)
    },
  })
}
