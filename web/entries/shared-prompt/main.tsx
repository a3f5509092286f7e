import { startTransition, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { apiPaths } from '#web/paths.ts'
import '#web/ui/base.css'
import { ConnectionNotice } from '#web/shell/connection/connection-notice.tsx'
import { watchConnection } from '#web/shell/connection/connection.ts'
import { pressAgainOnBar } from '#web/entries/early-press.ts'
import { storedLanguage } from '#web/messages/language.ts'
import { MessagesProvider } from '#web/messages/messages-provider.tsx'
import { beginWithMessages, loadMessages, switchLanguage } from '#web/messages/messages.ts'
import { SharedPromptScreen } from '#web/screens/shared-prompt/shared-prompt-screen.tsx'
import {
  sharedPromptFeatures,
  type SharedPromptAnswer,
  type SharedPromptState,
} from './shared-prompt-state.ts'

const container = document.getElementById('root')
if (!container) throw new Error('shared-prompt.html has no #root')
const root = createRoot(container)

const state = document.getElementById('state')?.textContent
if (state) {
  const { answer, ...messages } = JSON.parse(state) as SharedPromptState
  beginWithMessages(messages)
  show(answer)
  // The choice made here wins, should its cookie be gone.
  const stored = storedLanguage()
  if (stored && stored !== messages.language) void switchLanguage(stored)
} else {
  // Vite's own server prerenders nothing.
  const [answer] = await Promise.all([fetchAnswer(), loadMessages(...sharedPromptFeatures)])
  show(answer)
}

/** What the server sent can be read already: the screen takes its place in one step, line for line. */
function show(answer: SharedPromptAnswer) {
  // In slices, so that a press on the page meanwhile is answered.
  startTransition(() => {
    root.render(
      <MessagesProvider>
        <SharedPromptScreen answer={answer} />
        <ConnectionNotice />
        <PressAgain />
      </MessagesProvider>,
    )
  })
  // A first toast and the other language are still to be fetched.
  window.addEventListener('offline', () => void watchConnection(() => {}))
}

function PressAgain() {
  useEffect(pressAgainOnBar, [])
  return null
}

async function fetchAnswer(): Promise<SharedPromptAnswer> {
  const promptId = location.pathname.split('/').at(-1) ?? ''
  const response = await fetch(`${apiPaths.getSharedPrompt}?${new URLSearchParams({ promptId })}`)
  return (await response.json()) as SharedPromptAnswer
}
