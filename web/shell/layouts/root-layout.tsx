import { QueryClientProvider } from '@tanstack/react-query'
import { createPath, Outlet, ScrollRestoration, type Location } from 'react-router'
import { MessagesProvider } from '#web/ui/messages/messages-provider.tsx'
import { ConnectionNotice } from '#web/shell/connection/connection-notice.tsx'
import { queryClient } from '#web/shell/connection/query-client.ts'
import { RouteProgress } from './route-progress.tsx'

export function RootLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <MessagesProvider>
        <RouteProgress />
        <Outlet />
        <ScrollRestoration getKey={scrollKey} />
        <ConnectionNotice />
      </MessagesProvider>
    </QueryClientProvider>
  )
}

/** Each page that is opened by its address has the same key, but not the scroll position of another. */
function scrollKey(location: Location): string {
  return location.key === 'default' ? createPath(location) : location.key
}
