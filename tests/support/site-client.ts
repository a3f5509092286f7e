import { createClient, type Client } from '#contract/core/client.ts'

export type SiteClient = {
  call: Client
  /** As the browser sends it: its session, if it is signed in. */
  cookie: () => string
}

/** A client of a running server, over HTTP, that keeps its session. */
export function siteClient(origin: string): SiteClient {
  let cookie = ''
  const call = createClient(
    async (path, request) => {
      const headers = { ...request.headers, cookie }
      const response = await fetch(origin + path, { ...request, headers })
      const [set] = response.headers.getSetCookie()
      if (set !== undefined) cookie = set.split(';', 1)[0] ?? ''
      // Read here, so that a connection that breaks in the middle is not taken for a refusal.
      const text = await response.text()
      const json = async (): Promise<unknown> => JSON.parse(text)
      return { ok: response.ok, status: response.status, json }
    },
    (status, failure) => new CallError(status, failure?.code),
  )
  return { call, cookie: () => cookie }
}

/** A call that the server refused. A connection that breaks is an error of `fetch` instead. */
export class CallError extends Error {
  readonly status: number
  readonly code: string | undefined

  constructor(status: number, code: string | undefined) {
    super(`${status} ${code}`)
    this.status = status
    this.code = code
  }
}
