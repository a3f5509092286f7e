import { setTimeout as delay } from 'node:timers/promises'
import { calls } from '#contract/calls.ts'
import type { LibraryCopy } from '#tests/support/clients/library-copy.ts'
import type { SiteUser } from '#tests/support/clients/site-user.ts'
import { CallError } from '#tests/support/site-client.ts'

/**
 * Keeps copies up to date as clients do, until `stop`: each number on the stream is followed by a request for the
 * changes, and a broken stream is opened again. `stop` fails if the server has answered anything other than 200 or 503.
 */
export function followLibrary(
  user: SiteUser,
  origin: string,
  copies: readonly LibraryCopy[],
): { stop: () => Promise<void> } {
  const ending = new AbortController()
  const following = follow()
  // Rejections surface in `stop`.
  following.catch(() => {})
  return {
    stop: async () => {
      ending.abort()
      await following
    },
  }

  async function follow(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        for await (const _number of readNumbers()) for (const copy of copies) await copy.catchUp()
      } catch (error) {
        if (!ending.signal.aborted && !isOutage(error)) throw error
      }
      await delay(50)
    }
  }

  async function* readNumbers(): AsyncGenerator<string> {
    const response = await fetch(`${origin}/api/${calls.watchLibrary.path}`, {
      headers: { cookie: user.cookie() },
      signal: ending.signal,
    })
    if (!response.ok || response.body === null) throw new CallError(response.status, undefined)
    let partial = ''
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      const lines = (partial + text).split('\n')
      partial = lines.pop() ?? ''
      for (const line of lines) {
        const { next } = JSON.parse(line) as { next?: string }
        if (next !== undefined) yield next
      }
    }
  }
}

/** Whether the server, or its database, was away. */
export function isOutage(error: unknown): boolean {
  return error instanceof CallError ? error.status === 503 : error instanceof TypeError
}
