import * as z from 'zod/mini'
import { openEnum } from '#contract/core/answers.ts'
import { defineCall } from '#contract/core/call.ts'
import { Moment, NoInput } from '#contract/core/schemas.ts'

/** The kinds of events in an account's activity. */
export const activityKinds = [
  'signed_in',
  'sign_in_failed',
  'password_changed',
  'password_reset',
  'email_changed',
  'email_change_undone',
  'google_linked',
  'google_took_over',
  'google_unlinked',
  'passkey_added',
  'passkey_removed',
  /** A signature counter went back: there may be a copy of the passkey. */
  'passkey_refused',
  'totp_added',
  'totp_removed',
  'recovery_codes_renewed',
  'recovery_code_used',
  /** A wrong code after the right password, or during re-authentication. */
  'code_failed',
  'password_removed',
  'factor_reset_begun',
  'factor_reset_stopped',
  'factors_reset',
  'sessions_ended',
  'connection_added',
  'connection_changed',
  'connection_removed',
  'prompt_shared',
  'prompt_unshared',
  'library_exported',
  'account_downloaded',
  'token_created',
  'token_ended',
  'app_connected',
  'app_ended',
  /** Folders or prompts were created, changed or deleted by a token or an app. */
  'library_changed',
  /** A prompt was run by a token or an app. */
  'prompt_run',
  'account_created',
  'account_blocked',
  'account_unblocked',
  'reset_link_created',
  'email_verified',
  'credits_granted',
  'plan_set',
] as const
export type ActivityKind = (typeof activityKinds)[number]

export function isActivityKind(kind: string): kind is ActivityKind {
  return (activityKinds as readonly string[]).includes(kind)
}

/** Who or what did it. */
const activityMeans = ['browser', 'token', 'app', 'operator'] as const
export type ActivityMeans = (typeof activityMeans)[number]

export const Activity = z.object({
  id: z.string(),
  kind: openEnum(activityKinds),
  /** The last time, if there were several. */
  at: Moment,
  /** How often: some kinds are counted per hour or day. */
  count: z.number(),
  via: openEnum(activityMeans),
  /** The browser's `User-Agent`, or the name of the token or app; empty: an operator. */
  agent: z.string(),
  /** The network of the request, such as `203.0.113.0/24`; empty: unknown. */
  network: z.string(),
  /**
   * The name of the connection, token, app or plan; the number of credits granted; or the `User-Agent` of the browser
   * that was logged out.
   */
  name: z.nullable(z.string()),
  /** The prompt that was shared, if it was only one and still exists. */
  prompt: z.nullable(z.object({ id: z.string(), name: z.string() })),
})
export type Activity = z.output<typeof Activity>

export const activityCalls = {
  listActivity: defineCall({
    method: 'GET',
    path: 'activity/list',
    access: 'account',
    summary:
      'What was done to the account in the last 90 days, at most 1,000 entries, newest first.',
    input: NoInput,
    answer: z.object({ activity: z.array(Activity) }),
  }),
}
