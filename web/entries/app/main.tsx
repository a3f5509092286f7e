import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { screens } from '#contract/screens.ts'
import { toLanguage } from '#languages/languages.ts'
import '#web/ui/base.css'
import { keepDraftOfCrash } from '#web/api/draft.ts'
import { readFirstAnswers } from '#web/api/first-answers.ts'
import { preferredLanguage } from '#web/ui/messages/language.ts'
import { beginWithMessages } from '#web/ui/messages/messages.ts'
import { createRouter } from '#web/entries/app/router.tsx'
import { readRouted } from '#web/entries/app/read-routed.ts'
import { endEarlyInput, hydrate } from '#web/entries/hydrate-page.tsx'
import { deviceStorage } from '#web/ui/browser/storage.ts'
import { followCode, startFromCopy } from './login-gate.ts'

const options = {
  onCaughtError: (error: unknown) => {
    keepDraftOfCrash()
    console.error(error)
  },
}
const container = document.getElementById('root')
if (!container) throw new Error('The page has no #root.')
const page = document.documentElement
const isRendered = 'prerendered' in page.dataset
if (isRendered) beginWithMessages({ language: toLanguage(page.lang), messages: {} })
// The first calls send it, before any texts have loaded.
else page.lang = preferredLanguage()
readFirstAnswers()
// The first screen shows the copy: it is read, or at least its code, before the router has started.
const isReading = location.pathname === screens.library && startFromCopy()
if (!isReading && deviceStorage.getItem('copied-at') !== null) followCode().catch(() => {})
// Otherwise the page has a notice instead.
if (!('tooOld' in page.dataset)) start(container)

/** In separate tasks: on a slow phone, evaluating the scripts has blocked the page for long enough. */
function start(root: HTMLElement) {
  setTimeout(() => {
    const { pathname } = location
    const router = createRouter('missing' in page.dataset)
    setTimeout(() => void show(root, router, pathname))
  })
}

/** Hydrates the screen of the page's address, or draws it if the server's is only its frame or another one. */
async function show(root: HTMLElement, router: ReturnType<typeof createRouter>, pathname: string) {
  const app = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
  // What this tab keeps changes the screen: `first-paint.js` has hidden the server's.
  const isHidden = 'waits' in page.dataset
  if (isHidden) root.replaceChildren()
  delete page.dataset['waits']
  // The server's screen, or its frame, stays until the client's can take its place.
  if (root.hasChildNodes()) {
    const { errors, location } = await readRouted(router)
    // The gate may have redirected.
    if (isRendered && !errors && location.pathname === pathname) return hydrate(root, app, options)
  }
  endEarlyInput()
  // As a transition: React renders in slices, and responds to a press in between.
  startTransition(() => createRoot(root, options).render(app))
}
