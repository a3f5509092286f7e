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

/** How long it waits for answers, in milliseconds. A server that stalls never gives them. */
const patience = 5_000

/** Starts loading once the screen has its content; returns a function that cancels that. */
export function fetchShelf(): () => void {
  const latest = performance.now() + patience
  let cancel = whenIdle(fetchOrWait)
  function fetchOrWait() {
    if (queryClient.isFetching() === 0 || performance.now() > latest) return shelfCode.prefetch()
    const timer = setTimeout(fetchOrWait, 200)
    cancel = () => clearTimeout(timer)
  }
  return () => cancel()
}
