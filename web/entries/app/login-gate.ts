import { redirect } from 'react-router'
import { screens } from '#contract/screens.ts'
import { onServerReturn } from '#web/api/connection.ts'
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
import { hasFirstAnswer } from '#web/api/first-answers.ts'
import { apiPaths, homePath } from '#web/api/paths.ts'
import { keepShell } from '#web/shell/connection/keep-shell.ts'
import { invalidate, queryClient } from '#web/shell/connection/query-client.ts'
import { waitAtMost } from '#web/ui/wait-at-most.ts'
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

let isUnconfirmed = false

onServerReturn(() => {
  if (isUnconfirmed) void confirmSession()
})

/** A failed check counts as logged out; the login screen repeats it. So does a logout that the server has not seen. */
async function isLoggedIn(): Promise<boolean> {
  if (isLogoutPending()) {
    await endSession().catch(() => {})
    return false
  }
  const check = queryClient.ensureQueryData({ ...loginCheckQuery, retry: false })
  const answer = await check.catch(() => undefined)
  if (!answer) return false
  begin(answer.accountId)
  return answer.isLoggedIn
}

/**
 * If the document came without the login check, as the stored one does, starts to read the stored copy. Its account
 * counts as logged in until the server answers. Returns whether that is so.
 */
export function startFromCopy(): boolean {
  const copied = copiedAccount()
  const isChecked =
    hasFirstAnswer(apiPaths.checkLogin) ||
    queryClient.getQueryData(loginCheckQuery.queryKey) !== undefined
  if (copied === undefined || isChecked || isLogoutPending()) return false
  begin(copied)
  void confirmSession()
  return true
}

function begin(accountId: string | undefined) {
  if (accountId !== undefined) {
    setDraftOwner(accountId)
    setStorageOwner(accountId)
  }
  followIfWanted(accountId)
  loggedInId = accountId
}

/**
 * The session may have ended since the copy was stored, or belong to another account. Without a connection, it is
 * checked when that returns; after another failure, the next call shows it.
 */
async function confirmSession() {
  isUnconfirmed = true
  const check = await queryClient
    .fetchQuery({ ...loginCheckQuery, staleTime: 0, retry: false })
    .catch(() => undefined)
  if (!check) return
  isUnconfirmed = false
  if (isDraftOwner(check.accountId)) return
  if (!check.isLoggedIn) return await leaveForLogin()
  // Otherwise, the reload would begin with the other account's copy again.
  eraseCopy()
  location.reload()
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
export function copyIsRead(): Promise<void> {
  return waitAtMost(patience, Promise.resolve(following))
}

/** For screens of visitors: redirects users who are logged in. */
export async function visitorsOnly(): Promise<void> {
  if (await isLoggedIn()) throw redirect(readReturnAddress() ?? homePath)
}

/** For screens that need a login: redirects everyone else to sign in. */
export async function loginRequired(): Promise<void> {
  if (!startFromCopy() && !(await isLoggedIn())) throw redirect(screens.login)
}

/** For screens that an app leads to: like `loginRequired`, and the login leads back. */
export async function loginFirst({ pathname, search }: URL): Promise<void> {
  keepReturnAddress(pathname + search)
  await loginRequired()
}
