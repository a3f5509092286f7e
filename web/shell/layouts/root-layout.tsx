import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, ScrollRestoration } from 'react-router'
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
        <ScrollRestoration />
        <ConnectionNotice />
      </MessagesProvider>
    </QueryClientProvider>
  )
}
