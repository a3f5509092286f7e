import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import './ui/base.css'
import { firstScreen, router } from './app/router.tsx'

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')

// What the server sent can be read already: it stays until the screen can take its place.
if (container.hasChildNodes()) await firstScreen()

createRoot(container).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
