import { redirect } from 'react-router'
import { screens } from '#contract/screens.ts'
import { ApiError } from '#web/api/api-error.ts'
import { onServerReturn, watchConnection } from '#web/api/connection.ts'
import { libraryCopy } from '#web/api/copied-answers.ts'
import { isDraftOwner, leaveForLogin, setDraftOwner } from '#web/api/draft.ts'
import {
  copiedAccount,
  eraseCopy,
  isCopyWanted,
  ownDevice,
  readForAccount,
  setStorageOwner,
} from '#web/api/account-storage.ts'
import { loginCheckQuery } from '#web/accounts/check-login.ts'
import { endSession, isLogoutPending } from '#web/accounts/pending-logout.ts'
import { keepReturnAddress, readReturnAddress } from '#web/accounts/return-address.ts'
import { homePath } from '#web/api/paths.ts'
import { keepShell } from '#web/shell/connection/keep-shell.ts'
import { invalidate, queryClient } from '#web/shell/connection/query-client.ts'
import { whenIdle } from '#web/ui/when-idle.ts'

/** How long a screen waits for the stored copy, in milliseconds. */
const patience = 500

let following: Promise<void> | undefined
let loggedInId: string | undefined

// The profile has a switch.
ownDevice.subscribe(() => {
  following = undefined
  if (loggedInId !== undefined) followIfWanted(loggedInId)
})

let isShellKept = false

// Once there is a copy, the library can start without a connection.
libraryCopy.subscribe(() => {
  if (isShellKept || !libraryCopy.get()?.contents) return
  isShellKept = true
  whenIdle(() => void keepShell())
})

/**
 * A failed check counts as logged out; the login screen repeats it. So does a logout that the server has not seen.
 * Without a connection, the account whose copy is stored counts as logged in.
 */
async function isLoggedIn(): Promise<boolean> {
  if (isLogoutPending()) {
    await endSession().catch(() => {})
    return false
  }
  try {
    const check = queryClient.ensureQueryData({ ...loginCheckQuery, retry: false })
    const { isLoggedIn, accountId } = await check
    begin(accountId)
    return isLoggedIn
  } catch (error) {
    const accountId = copiedAccount()
    const isUnreachable = error instanceof ApiError && error.isUnreachable
    if (accountId === undefined || !isUnreachable || !(await watchConnection())) return false
    begin(accountId)
    onServerReturn(() => void checkAgain())
    return true
  }
}

function begin(accountId: string | undefined) {
  if (accountId !== undefined) {
    setDraftOwner(accountId)
    setStorageOwner(accountId)
  }
  followIfWanted(accountId)
  loggedInId = accountId
}

/** The session may have ended since, or belong to another account. If the check fails, the next call shows that. */
async function checkAgain() {
  const check = await queryClient
    .fetchQuery({ ...loginCheckQuery, staleTime: 0 })
    .catch(() => undefined)
  if (!check || isDraftOwner(check.accountId)) return
  if (check.isLoggedIn) location.reload()
  else await leaveForLogin()
}

/**
 * Keeps a copy of the library if the user wants one, otherwise erases it. A first copy begins once the screen is shown.
 */
function followIfWanted(accountId: string | undefined) {
  if (accountId === undefined || !isCopyWanted()) return eraseCopy()
  const follow = () => {
    // The session is about to end.
    if (location.pathname === screens.logout) return
    following ??= followCode()
      .then(({ followLibrary }) => followLibrary(accountId, (changed) => void invalidate(changed)))
      // Without the code, the server answers everything.
      .catch(() => {})
  }
  if (readForAccount('copied-at') === null) whenIdle(follow)
  else follow()
}

/** The code of the copy. */
export function followCode() {
  return import('#web/library/copy/follow-library.ts')
}

/** Resolves once the stored copy answers, if there is one. */
export function copyIsRead(): Promise<unknown> {
  return Promise.race([following, new Promise((resolve) => setTimeout(resolve, patience))])
}

/** For screens of visitors: redirects users who are logged in. */
export async function visitorsOnly(): Promise<void> {
  if (await isLoggedIn()) throw redirect(readReturnAddress() ?? homePath)
}

/** For screens that need a login: redirects everyone else to sign in. */
export async function loginRequired(): Promise<void> {
  if (!(await isLoggedIn())) throw redirect(screens.login)
}

/** For screens that an app leads to: like `loginRequired`, and the login leads back. */
export async function loginFirst({ pathname, search }: URL): Promise<void> {
  keepReturnAddress(pathname + search)
  await loginRequired()
}
