import type { APIRequestContext } from '@playwright/test'
import { passwordCalls } from '#contract/accounts/password.ts'
import { createClient, type Client } from '#contract/core/client.ts'

/** A client with a browser's cookies. */
export function clientOf(request: APIRequestContext): Client {
  return createClient(
    async (path, { method, headers, body }) => {
      const response = await request.fetch(path, {
        method,
        headers,
        ...(body !== undefined && { data: body }),
      })
      return { ok: response.ok(), status: response.status(), json: () => response.json() }
    },
    (status, failure) => new Error(`${status} ${failure?.code}`),
  )
}

export type Account = { email: string; password: string; call: Client }

let accountCount = 0

/** Returns an address that has no account on this server. */
export function newEmail(): string {
  accountCount += 1
  return `reader-${process.pid}-${accountCount}@example.org`
}

/** Creates an account and logs in, without using the screens. */
export async function signUp(request: APIRequestContext): Promise<Account> {
  const email = newEmail()
  const password = 'a quiet library'
  const call = clientOf(request)
  await call(passwordCalls.register, { email, password, cpassword: password })
  await call(passwordCalls.login, { email, password })
  return { email, password, call }
}
