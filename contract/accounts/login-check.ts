import * as z from 'zod/mini'
import { defineCall } from '#contract/core/call.ts'
import { NoInput } from '#contract/core/schemas.ts'

const LoginCheck = z.object({
  isLoggedIn: z.boolean(),
  /** Missing without a session. */
  accountId: z.optional(z.string()),
  credits: z.object({ credits: z.number(), given: z.number() }),
})
export type LoginCheck = z.output<typeof LoginCheck>

/** Separate from the other session calls, because every page makes this call before its first paint. */
export const loginCheckCalls = {
  checkLogin: defineCall({
    method: 'GET',
    path: 'login-checker',
    access: 'public',
    identifies: true,
    summary: 'Whether the caller is logged in, and their credits.',
    input: NoInput,
    answer: LoginCheck,
  }),
}
