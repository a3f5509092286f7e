import * as z from 'zod/mini'
import { defineCall } from '#contract/core/call.ts'
import { NoInput, Success } from '#contract/core/schemas.ts'

export const googleCalls = {
  getGoogleLink: defineCall({
    method: 'GET',
    path: 'login/google-link',
    access: 'public',
    effect: 'write',
    throttle: 'signInWithGoogleFromAddress',
    summary: 'The address that starts a login with Google.',
    input: NoInput,
    answer: z.object({ url: z.string() }),
    errors: ['google_unavailable'],
  }),
  loginWithGoogle: defineCall({
    method: 'GET',
    path: 'login/google-login',
    access: 'public',
    effect: 'write',
    throttle: 'signInWithGoogleFromAddress',
    summary: 'Completes a login with Google, with the query of Google’s redirect.',
    input: z.looseObject({}),
    answer: Success,
    errors: [
      'google_unavailable',
      'google_failed',
      'google_email_unverified',
      'google_password_needed',
      'second_factor_needed',
      'account_blocked',
      'registration_closed',
      'registration_restricted',
      'email_taken',
    ],
  }),
  unlinkGoogle: defineCall({
    method: 'POST',
    path: 'profile/unlink-google',
    access: 'session',
    needsProof: true,
    summary: 'Disconnects Google from an account with a password or a passkey.',
    input: NoInput,
    answer: Success,
    errors: ['password_missing'],
  }),
}
