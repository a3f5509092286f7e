import type { factorCalls, signInCalls } from '#contract/accounts/factors.ts'
import { ApiError } from '#server/core/api-error.ts'
import type { Operations } from '#server/core/operation.ts'

function comes(): Promise<never> {
  return Promise.reject(new ApiError('unavailable'))
}

export const factorOperations: Operations<typeof factorCalls & typeof signInCalls> = {
  listFactors: comes,
  getPasskeyOptions: comes,
  addPasskey: comes,
  renamePasskey: comes,
  removePasskey: comes,
  declinePasskey: comes,
  beginTotp: comes,
  confirmTotp: comes,
  removeTotp: comes,
  renewRecoveryCodes: comes,
  confirmRecoveryCodes: comes,
  removePassword: comes,
  stopFactorReset: comes,
  getSignInOptions: comes,
  signInWithPasskey: comes,
  getPendingLogin: comes,
  signInWithCode: comes,
}
