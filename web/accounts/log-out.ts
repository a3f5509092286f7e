import { accountCalls } from '#contract/accounts.ts'
import { send } from '#web/api/send.ts'

/** Ends the session on the server. */
export function logOut() {
  return send(accountCalls.logout, {})
}
