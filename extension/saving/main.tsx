import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { QueryClientProvider } from '@tanstack/react-query'
import '#web/ui/base.css'
import '#extension/browser/page.css'
import { openLibrary, readLogin } from '#extension/login/login.ts'
import { queryClient } from '#web/shell/connection/query-client.ts'
import { preferredLanguage } from '#web/ui/messages/language.ts'
import { MessagesProvider } from '#web/ui/messages/messages-provider.tsx'
import { loadMessages } from '#web/ui/messages/messages.ts'
import { forgetKept, readKept } from './kept-selection.ts'
import { SavingScreen } from './saving-screen.tsx'

document.documentElement.lang = preferredLanguage()

const container = document.getElementById('root')
if (!container) throw new Error('The page has no #root.')
const key = new URLSearchParams(location.search).get('key') ?? ''
const [login, kept] = await Promise.all([
  readLogin(),
  readKept(key),
  loadMessages('errors', 'extension', 'history', 'library', 'shell'),
])
if (typeof login === 'object') openLibrary(login, () => location.reload())
createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <MessagesProvider>
        <SavingScreen login={login} kept={kept} onSaved={() => void forgetKept(key)} />
      </MessagesProvider>
    </QueryClientProvider>
  </StrictMode>,
)
