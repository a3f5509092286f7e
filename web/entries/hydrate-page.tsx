import { startTransition, useEffect, type ComponentType, type ReactNode } from 'react'
import { createRoot, hydrateRoot, type HydrationOptions } from 'react-dom/client'
import { readFirstAnswers } from '#web/api/first-answers.ts'
import { storedLanguage } from '#web/ui/messages/language.ts'
import {
  beginWithMessages,
  messagesStore,
  switchLanguage,
  type MessagesState,
} from '#web/ui/messages/messages.ts'

declare global {
  interface Window {
    /** The last button pressed before hydration, recorded by `web/public/first-paint.js`. */
    earlyPress?: HTMLButtonElement | null
  }
}

/** Input for rendering a document, on the server and again in the browser. */
export type PageState<Props> = MessagesState & { props: Props }

/** Hydrates a document that the server rendered. Vite's dev server renders none, so the props are fetched. */
export async function hydratePage<Props extends object>(
  Root: ComponentType<Props>,
  loadProps: () => Promise<Props>,
): Promise<void> {
  const container = document.getElementById('root')
  if (!container) throw new Error('The page has no #root.')
  const served = document.getElementById('state')?.textContent
  if (!served) return createRoot(container).render(<Root {...await loadProps()} />)

  readFirstAnswers()
  const { props, ...messages } = JSON.parse(served) as PageState<Props>
  beginWithMessages(messages)
  hydrate(container, <Root {...props} />)
}

/** Hydrates what the server rendered in the current language, and repeats the last press of a button before that. */
export function hydrate(
  container: HTMLElement,
  children: ReactNode,
  options: HydrationOptions = {},
): void {
  const { language } = messagesStore.get()
  // As a transition: React hydrates in slices, and responds to a press in between.
  startTransition(() => {
    hydrateRoot(
      container,
      <Hydrating
        onDone={() => {
          endEarlyInput()
          followStoredLanguage(language)
        }}
      >
        {children}
      </Hydrating>,
      options,
    )
  })
  window.earlyPress?.click()
}

/** Calls back once all of the document is hydrated. Until then, nothing may change the server's markup. */
function Hydrating({ onDone, children }: { onDone: () => void; children: ReactNode }) {
  // Once: the props never change.
  useEffect(() => onDone(), [onDone])
  return children
}

/** Ends what `first-paint.js` does before hydration. */
export function endEarlyInput(): void {
  delete document.documentElement.dataset['prerendered']
}

/** Applies the choice made on this device if its cookie is gone, unless the address names a language. */
function followStoredLanguage(served: MessagesState['language']) {
  const stored = storedLanguage()
  const isAddressed = new URLSearchParams(location.search).has('lang')
  if (stored && stored !== served && !isAddressed) void switchLanguage(stored)
}
