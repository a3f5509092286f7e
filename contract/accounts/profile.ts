import * as z from 'zod/mini'
import { openEnum } from '#contract/core/answers.ts'
import { defineCall } from '#contract/core/call.ts'
import { NoInput, Success } from '#contract/core/schemas.ts'
import { SubscriptionDetails } from '#contract/accounts/plans.ts'
import { proofKinds } from './factors.ts'

export const Profile = z.object({
  profile: z.object({ email: z.string() }),
  subDetails: z.nullable(SubscriptionDetails),
  /** Whether the account has no password: it logs in with Google or a passkey. */
  isSocialMedia: z.boolean(),
  /** Whether a mailed link or Google has verified the address. */
  isEmailVerified: z.boolean(),
  /** The address that replaces the account's once its link is opened; null: no pending change. */
  pendingEmail: z.nullable(z.string()),
  isGoogleLinked: z.boolean(),
  /** Whether runs of prompts are kept after they have been read. */
  keepsRuns: z.boolean(),
  /** Whether calls that require recent re-authentication would fail with `proof_needed` now. */
  needsProof: z.boolean(),
  /**
   * How the account can re-authenticate now. With a second factor, its password alone does not suffice. Empty: only by
   * logging in with Google again. Missing from older servers.
   */
  proofs: z._default(z.array(openEnum(proofKinds)), ['password']),
  usage: z.object({
    prompts: z.number(),
    /** Null: no limit. */
    promptLimit: z.nullable(z.number()),
    folders: z.number(),
  }),
})
export type Profile = z.output<typeof Profile>

export const profileCalls = {
  getProfile: defineCall({
    method: 'GET',
    path: 'profile',
    access: 'account',
    summary: 'The account, its subscription and its usage.',
    input: NoInput,
    answer: Profile,
  }),
  downloadAccount: defineCall({
    method: 'GET',
    path: 'profile/data',
    access: 'session',
    needsProof: true,
    forOperators: true,
    summary: 'All data the server holds about the account, as a file (GDPR 15 and 20).',
    input: NoInput,
    answer: z.looseObject({}),
    answerAs: 'file',
  }),
  deleteAccount: defineCall({
    method: 'POST',
    path: 'profile/delete',
    access: 'session',
    needsProof: true,
    forOperators: true,
    summary: 'Deletes the account with everything in it.',
    input: NoInput,
    answer: Success,
  }),
}
