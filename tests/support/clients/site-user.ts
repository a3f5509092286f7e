import type { AnswerOf, Call, InputOf } from '#contract/core/call.ts'
import { calls } from '#contract/calls.ts'
import { CallError, siteClient } from '#tests/support/site-client.ts'

/** A server's answer. A broken connection rejects instead. */
export type Outcome<C extends Call> =
  | { status: 200; code?: undefined; answer: AnswerOf<C> }
  | { status: number; code: string | undefined; answer?: undefined }

export type SiteUser = ReturnType<typeof siteUser>

const password = 'a quiet library'

/** A user of a running server, who stays logged in across restarts. */
export function siteUser(origin: string, email: string) {
  const { call: ask, cookie } = siteClient(origin)

  async function call<C extends Call>(
    which: C,
    input: InputOf<C>,
    signal = AbortSignal.timeout(150_000),
  ): Promise<Outcome<C>> {
    try {
      return { status: 200, answer: await ask(which, input, { signal }) }
    } catch (error) {
      if (error instanceof CallError) return { status: error.status, code: error.code }
      throw error
    }
  }

  return {
    email,
    call,
    /** The answer of a successful call. */
    ask,
    cookie,
    async signIn(): Promise<void> {
      await ask(calls.login, { email, password })
    },
    async signUp(): Promise<void> {
      await ask(calls.register, { email, password, cpassword: password })
      await this.signIn()
    },
  }
}
