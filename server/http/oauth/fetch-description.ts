import type { Config } from '#server/config/config.ts'
import { findReach } from '#server/runs/models/addresses.rules.ts'
import { sendGuarded, type Bounds } from '#server/runs/models/guarded-request.ts'
import { toClientMetadata } from '#server/http/oauth/client-metadata.rules.ts'

const defaultBounds: Bounds = {
  connectMs: 3_000,
  silenceMs: 3_000,
  wholeMs: 5_000,
  maxBytes: 64_000,
}

/**
 * Fetches a client's description, or its keys, through the guard for user-supplied URLs: on the internet, or this
 * machine if the server is on localhost, without redirects, with limits on size and time. Returns a description in its
 * accepted form.
 *
 * @throws ModelError of the guard, SyntaxError if it is not JSON
 */
export async function fetchDescription(
  url: string,
  config: Pick<Config, 'isLocal'>,
  bounds: Bounds = defaultBounds,
): Promise<Response> {
  // The addresses that the operator allows for models are not for everyone who can enter an address.
  const reach = findReach(url, { ...config, modelHosts: [] })
  if (reach === undefined) return new Response(null, { status: 403 })
  const asked = { method: 'GET', url, headers: { accept: 'application/json' }, reach } as const
  const { status, headers, chunks, close } = await sendGuarded(asked, bounds)
  if (status !== 200) {
    close()
    return new Response(null, { status: 502 })
  }
  const read: Buffer[] = []
  for await (const chunk of chunks) read.push(chunk)
  const body = Buffer.concat(read).toString('utf8')
  const { 'cache-control': cacheControl, expires } = headers
  return new Response(accept(body), {
    headers: {
      ...(cacheControl !== undefined && { 'cache-control': cacheControl }),
      ...(expires !== undefined && { expires }),
    },
  })
}

function accept(body: string): string {
  const description = JSON.parse(body) as unknown
  const isDescription =
    typeof description === 'object' && description !== null && 'client_id' in description
  if (!isDescription) return body
  return JSON.stringify(toClientMetadata(description, { isRegistered: false }) ?? {})
}
