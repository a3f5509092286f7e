import { createClient, type Client } from '#contract/core/client.ts'

export type SiteClient = {
  call: Client
  /** The `Cookie` header: the session, if logged in. */
  cookie: () => string
}

/** A client of a running server, over HTTP, that stores its session. */
export function siteClient(origin: string): SiteClient {
  let cookie = ''
  const call = createClient(
    async (path, request) => {
      const headers = { ...request.headers, cookie }
      const response = await fetch(origin + path, { ...request, headers })
      const [set] = response.headers.getSetCookie()
      if (set !== undefined) cookie = set.split(';', 1)[0] ?? ''
      // Read here, so that an interrupted connection does not count as a rejection.
      const text = await response.text()
      const json = async (): Promise<unknown> => JSON.parse(text)
      return { ok: response.ok, status: response.status, json }
    },
    (status, failure) => new CallError(status, failure?.code),
  )
  return { call, cookie: () => cookie }
}

/** Thrown for a call that the server rejected. For an interrupted connection, `fetch` throws its own error. */
export class CallError extends Error {
  readonly status: number
  readonly code: string | undefined

  constructor(status: number, code: string | undefined) {
    super(`${status} ${code}`)
    this.status = status
    this.code = code
  }
}
