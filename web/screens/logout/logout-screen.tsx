import { useEffect } from 'react'
import { logOut } from '#web/accounts/log-out.ts'
import { eraseDraft } from '#web/api/draft.ts'

/** Ends the session, then starts afresh at the sign-in screen, with nothing of the library in memory. */
export function Component() {
  useEffect(() => {
    eraseDraft()
    const leave = () => location.replace('/login')
    void logOut().then(leave, leave)
  }, [])
  return null
}
