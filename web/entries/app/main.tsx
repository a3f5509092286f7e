import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import '#web/ui/base.css'
import { keepDraftOfCrash } from '#web/api/draft.ts'
import { preferredLanguage } from '#web/ui/messages/language.ts'
import { createRouter } from '#web/entries/app/router.tsx'

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')
// The first calls send it, before any texts have loaded.
document.documentElement.lang = preferredLanguage()
// Otherwise the page has a notice instead.
if (!('tooOld' in document.documentElement.dataset)) start(container)

/** In separate tasks: on a slow phone, evaluating the scripts has blocked the page for long enough. */
function start(root: HTMLElement) {
  setTimeout(() => {
    const router = createRouter()
    setTimeout(() =>
      createRoot(root, {
        onCaughtError: (error) => {
          keepDraftOfCrash()
          console.error(error)
        },
      }).render(
        <StrictMode>
          <RouterProvider router={router} />
        </StrictMode>,
      ),
    )
  })
}
