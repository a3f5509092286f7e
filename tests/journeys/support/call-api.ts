import type { APIRequestContext } from '@playwright/test'
import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import { accountCalls } from '#contract/accounts.ts'

/** Makes a call of the contract, with the cookies of whoever `request` belongs to. */
export async function callApi<C extends Call>(
  request: APIRequestContext,
  call: C,
  input: InputOf<C>,
): Promise<AnswerOf<C>> {
  const url = `/api/${call.path}`
  const given = Object.entries(input as Record<string, string | null | undefined>)
  const response =
    call.method === 'POST'
      ? await request.post(url, { data: input })
      : await request.get(url, {
          params: Object.fromEntries(given.filter(([, value]) => value != null)) as Record<
            string,
            string
          >,
        })
  if (!response.ok()) throw new Error(`${call.path}: ${response.status()} ${await response.text()}`)
  return (await response.json()) as AnswerOf<C>
}

/** Asks and changes as one account. */
export type Caller = <C extends Call>(call: C, input: InputOf<C>) => Promise<AnswerOf<C>>

export type Account = { email: string; password: string; call: Caller }

let accountCount = 0

/** An address that nobody has yet, on this server. */
export function newEmail(): string {
  accountCount += 1
  return `reader-${process.pid}-${accountCount}@example.org`
}

/** Makes a new account and signs it in, without the screens. */
export async function signUp(request: APIRequestContext): Promise<Account> {
  const email = newEmail()
  const password = 'a quiet library'
  const call: Caller = (call, input) => callApi(request, call, input)
  await call(accountCalls.register, { email, password, cpassword: password })
  await call(accountCalls.login, { email, password })
  return { email, password, call }
}
