import type { ReactNode } from 'react'
import { render } from 'vitest-browser-react'
import { loadMessages, type Feature } from '#web/ui/messages/messages.ts'
import { MessagesProvider } from '#web/ui/messages/messages-provider.tsx'
import '#web/ui/base.css'

/** Renders a component with the texts of its features. */
export async function show(component: ReactNode, ...features: Feature[]) {
  await loadMessages('shell', ...features)
  return render(component, { wrapper: MessagesProvider })
}
