import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { QueryClientProvider } from '@tanstack/react-query'
import '#web/ui/base.css'
import '#extension/browser/page.css'
import { queryClient } from '#web/shell/connection/query-client.ts'
import { preferredLanguage } from '#web/ui/messages/language.ts'
import { MessagesProvider } from '#web/ui/messages/messages-provider.tsx'
import { loadMessages, type Feature } from '#web/ui/messages/messages.ts'
import { openLogin } from './login.ts'

/** Reads the login, and the texts of one of the extension's pages. Returns a function that shows its screen. */
export async function startPage(...features: Feature[]): Promise<(screen: ReactNode) => void> {
  document.documentElement.lang = preferredLanguage()
  await Promise.all([openLogin(), loadMessages('extension', ...features)])
  const root = createRoot(document.getElementById('root') as HTMLElement)
  return (screen) =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <MessagesProvider>{screen}</MessagesProvider>
        </QueryClientProvider>
      </StrictMode>,
    )
}
