import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import '#web/ui/base.css'
import { router } from '#web/routes/router.tsx'

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')

// What the page came with, if anything, stays until the screen is there.
if (router.state.initialized) show()
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    show()
  })
}

function show() {
  if (!container) return
  const root = createRoot(container)
  startTransition(() => {
    root.render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    )
  })
}
