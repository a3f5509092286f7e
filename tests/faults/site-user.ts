import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'

/** What a call came to, over the net. A connection that breaks rejects instead. */
export type Outcome<C extends Call> = { status: number; code?: string; answer: AnswerOf<C> }

export type SiteUser = ReturnType<typeof siteUser>

const password = 'a quiet library'

/** Somebody who uses a running server over HTTP, and stays signed in when it starts anew. */
export function siteUser(origin: string, email: string) {
  let cookie = ''

  async function call<C extends Call>(
    { method, path }: C,
    input: InputOf<C>,
    signal = AbortSignal.timeout(30_000),
  ): Promise<Outcome<C>> {
    const isGet = method === 'GET'
    const query = isGet ? `?${new URLSearchParams(input as Record<string, string>).toString()}` : ''
    const response = await fetch(`${origin}/api/${path}${query}`, {
      method,
      signal,
      headers: { cookie, ...(!isGet && { 'content-type': 'application/json' }) },
      ...(!isGet && { body: JSON.stringify(input) }),
    })
    const [set] = response.headers.getSetCookie()
    if (set !== undefined) cookie = set.split(';', 1)[0] ?? ''
    const answer = (await response.json()) as AnswerOf<C> & { code?: string }
    return { status: response.status, answer, ...(answer.code && { code: answer.code }) }
  }

  /** The answer of a call that succeeds. */
  async function ask<C extends Call>(which: C, input: InputOf<C>): Promise<AnswerOf<C>> {
    const { status, answer } = await call(which, input)
    if (status !== 200) throw new Error(`${which.path}: ${status} ${JSON.stringify(answer)}`)
    return answer
  }

  return {
    email,
    call,
    ask,
    cookie: () => cookie,
    async signIn(): Promise<void> {
      await ask(calls.login, { email, password })
    },
    async signUp(): Promise<void> {
      await ask(calls.register, { email, password, cpassword: password })
      await this.signIn()
    },
  }
}
