import { useEffect } from 'react'
import { logOut } from '#web/accounts/log-out.ts'

/** Ends the session, then starts afresh at the sign-in screen, with nothing of the library in memory. */
export function Component() {
  useEffect(() => {
    const leave = () => location.replace('/login')
    void logOut().then(leave, leave)
  }, [])
  return null
}
