import { startTransition, useEffect, type ComponentType, type ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { storedLanguage } from '#web/messages/language.ts'
import { beginWithMessages, switchLanguage, type MessagesState } from '#web/messages/messages.ts'

declare global {
  interface Window {
    /** The last button pressed before the page was hydrated; `web/public/first-paint.js` keeps it. */
    earlyPress?: HTMLButtonElement | null
  }
}

/** What a document is rendered from, on the server and again in the browser. */
export type PageState<Props> = MessagesState & { props: Props }

/** Hydrates a document that the server rendered. Vite's dev server renders none: there the props are loaded. */
export async function makeLive<Props extends object>(
  Root: ComponentType<Props>,
  loadProps: () => Promise<Props>,
): Promise<void> {
  const container = document.getElementById('root')
  if (!container) throw new Error('The page has no #root.')
  const served = document.getElementById('state')?.textContent
  if (!served) return createRoot(container).render(<Root {...await loadProps()} />)

  const { props, ...messages } = JSON.parse(served) as PageState<Props>
  beginWithMessages(messages)
  // As a transition, React hydrates in slices and answers a press in between.
  startTransition(() => {
    hydrateRoot(
      container,
      <Hydrating onDone={() => followStoredLanguage(messages.language)}>
        <Root {...props} />
      </Hydrating>,
    )
  })
  window.earlyPress?.click()
}

/** Until all of the document is hydrated, nothing may change what the server has rendered. */
function Hydrating({ onDone, children }: { onDone: () => void; children: ReactNode }) {
  // Once: the props are those of the only render.
  useEffect(onDone, [onDone])
  return children
}

/** The choice made on this device wins where its cookie is gone, but not over an address with a language. */
function followStoredLanguage(served: MessagesState['language']) {
  const stored = storedLanguage()
  const isAddressed = new URLSearchParams(location.search).has('lang')
  if (stored && stored !== served && !isAddressed) void switchLanguage(stored)
}
