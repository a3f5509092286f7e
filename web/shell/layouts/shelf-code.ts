import { loadMessages } from '#web/ui/messages/messages.ts'
import { queryClient } from '#web/shell/connection/query-client.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { whenIdle } from '#web/ui/when-idle.ts'

/** The sidebar's view of the library, and the shortcuts, loaded after the first screen. */
export const shelfCode = lazyCode(async () => {
  const [{ CommandKeys, OfferedPasskey, SaveKeptPrompt, SendDrafts, Shelf, UsageMeter }] =
    await Promise.all([
      import('#web/shell/shelf/sidebar-parts.ts'),
      loadMessages('shelf', 'palette', 'history'),
    ])
  return { CommandKeys, OfferedPasskey, SaveKeptPrompt, SendDrafts, Shelf, UsageMeter }
})

/** Starts loading once the screen has its content; returns a function that cancels that. */
export function fetchShelf(): () => void {
  let cancel = whenIdle(fetchOrWait)
  function fetchOrWait() {
    if (queryClient.isFetching() === 0) return shelfCode.prefetch()
    const timer = setTimeout(fetchOrWait, 200)
    cancel = () => clearTimeout(timer)
  }
  return () => cancel()
}
