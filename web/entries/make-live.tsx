import { startTransition, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { storedLanguage } from '#web/messages/language.ts'
import { beginWithMessages, switchLanguage, type MessagesState } from '#web/messages/messages.ts'

declare global {
  interface Window {
    /** The last button pressed before the page was hydrated; `web/public/first-paint.js` keeps it. */
    earlyPress?: HTMLButtonElement | null
  }
}

/** Hydrates a document that the server rendered. Vite's dev server renders nothing: `renderAnew` stands in. */
export async function makeLive<State extends MessagesState>(
  render: (state: State) => ReactNode,
  renderAnew: () => Promise<ReactNode>,
): Promise<void> {
  const container = document.getElementById('root')
  if (!container) throw new Error('The page has no #root.')
  const served = document.getElementById('state')?.textContent
  if (!served) return createRoot(container).render(await renderAnew())

  const state = JSON.parse(served) as State
  beginWithMessages(state)
  // As a transition, React hydrates in slices and answers a press in between.
  startTransition(() => {
    hydrateRoot(container, render(state))
  })
  window.earlyPress?.click()
  followStoredLanguage(state.language)
}

/** The choice made on this device wins where its cookie is gone, but not over an address with a language. */
function followStoredLanguage(served: MessagesState['language']) {
  const stored = storedLanguage()
  const isAddressed = new URLSearchParams(location.search).has('lang')
  if (stored && stored !== served && !isAddressed) void switchLanguage(stored)
}
