import { redirect } from 'react-router'
import { ApiError } from '#web/api/api-error.ts'
import { setDraftOwner } from '#web/api/draft.ts'
import { loginCheckQuery } from '#web/accounts/check-login.ts'
import { queryClient } from './query-client.ts'

/** Spec §9. */
export const homePath = '/prompts'

async function isLoggedIn(): Promise<boolean> {
  try {
    const { isLoggedIn, accountId } = await queryClient.ensureQueryData(loginCheckQuery)
    if (accountId !== undefined) setDraftOwner(accountId)
    return isLoggedIn
  } catch (error) {
    // A check that fails is a "no" (spec §4); one that nobody answered is none yet.
    if (error instanceof ApiError && error.isUnreachable) throw error
    return false
  }
}

/** For screens of visitors: who is logged in goes home. */
export async function visitorsOnly(): Promise<void> {
  if (await isLoggedIn()) throw redirect(homePath)
}

/** For screens that need a login: who has none goes to sign in. */
export async function loginRequired(): Promise<void> {
  if (!(await isLoggedIn())) throw redirect('/login')
}
