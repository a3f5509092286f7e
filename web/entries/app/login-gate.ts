import { redirect } from 'react-router'
import { screens } from '#contract/screens.ts'
import { setDraftOwner } from '#web/api/draft.ts'
import { eraseCopy, isCopyWanted, setStorageOwner } from '#web/api/account-storage.ts'
import { loginCheckQuery } from '#web/accounts/check-login.ts'
import { keepReturnAddress, readReturnAddress } from '#web/accounts/return-address.ts'
import { homePath } from '#web/api/paths.ts'
import { queryClient, refreshLibrary } from '#web/shell/connection/query-client.ts'
import { whenIdle } from '#web/ui/when-idle.ts'

let isFollowing = false

/** A failed check counts as logged out; the login screen repeats it. */
async function isLoggedIn(): Promise<boolean> {
  try {
    const check = queryClient.ensureQueryData({ ...loginCheckQuery, retry: false })
    const { isLoggedIn, accountId } = await check
    if (accountId !== undefined) {
      setDraftOwner(accountId)
      setStorageOwner(accountId)
    }
    followIfWanted(accountId)
    return isLoggedIn
  } catch {
    return false
  }
}

/** Keeps a copy of the library if the account wants one, once the first screen is shown; otherwise erases it. */
function followIfWanted(accountId: string | undefined) {
  if (isFollowing) return
  if (accountId === undefined || !isCopyWanted()) return eraseCopy()
  isFollowing = true
  whenIdle(() => {
    import('#web/library/copy/follow-library.ts')
      .then(({ followLibrary }) => followLibrary(accountId, refreshLibrary))
      // Without the code, the server answers everything.
      .catch(() => {})
  })
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
