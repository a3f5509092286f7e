import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { QueryClientProvider } from '@tanstack/react-query'
import '#web/ui/base.css'
import '#extension/browser/page.css'
import { openLibrary, readLogin } from '#extension/login/login.ts'
import { queryClient } from '#web/shell/connection/query-client.ts'
import { preferredLanguage } from '#web/ui/messages/language.ts'
import { MessagesProvider } from '#web/ui/messages/messages-provider.tsx'
import { loadMessages } from '#web/ui/messages/messages.ts'
import { Popup } from './popup.tsx'
import { loginState } from './login-state.ts'
import { readTabField } from './tab-field.ts'

document.documentElement.lang = preferredLanguage()

async function begin() {
  const login = await readLogin()
  loginState.set(login)
  if (typeof login === 'object') openLibrary(login, () => loginState.set('ended'))
}

const container = document.getElementById('root')
if (!container) throw new Error('The page has no #root.')
const field = readTabField()
await Promise.all([
  begin(),
  loadMessages('extension', 'history', 'library', 'palette', 'prompt', 'shell', 'values'),
])
const early = document.querySelector<HTMLInputElement>('#early')
// At once, so that no key is lost between the two fields.
flushSync(() =>
  createRoot(container).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <MessagesProvider>
          <Popup field={field} firstText={early?.value ?? ''} />
        </MessagesProvider>
      </QueryClientProvider>
    </StrictMode>,
  ),
)
early?.remove()
