import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '#web/ui/base.css'
import '#extension/browser/page.css'
import { openLibrary, readLogin, type LoginState } from '#extension/login/login.ts'
import { preferredLanguage } from '#web/ui/messages/language.ts'
import { MessagesProvider } from '#web/ui/messages/messages-provider.tsx'
import { loadMessages } from '#web/ui/messages/messages.ts'
import { SettingsScreen } from './settings-screen.tsx'

document.documentElement.lang = preferredLanguage()

const container = document.getElementById('root')
if (!container) throw new Error('The page has no #root.')
const root = createRoot(container)
const [login] = await Promise.all([readLogin(), loadMessages('extension', 'shell')])
show(login)

function show(login: LoginState) {
  if (typeof login === 'object') openLibrary(login, () => show('ended'))
  root.render(
    <StrictMode>
      <MessagesProvider>
        <SettingsScreen login={login} onLogin={show} />
      </MessagesProvider>
    </StrictMode>,
  )
}
