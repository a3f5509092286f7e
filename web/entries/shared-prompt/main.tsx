import '#web/ui/base.css'
import { hydratePage } from '#web/entries/hydrate-page.tsx'
import { loadMessages } from '#web/ui/messages/messages.ts'
import { apiPaths } from '#web/api/paths.ts'
import type { SharedPromptAnswer } from '#web/screens/shared-prompt/shared-prompt-screen.tsx'
import { watchConnection } from '#web/api/connection.ts'
import { sharedPromptFeatures, SharedPromptRoot } from './shared-prompt-root.tsx'

await hydratePage(SharedPromptRoot, async () => {
  const promptId = location.pathname.split('/').at(-1) ?? ''
  const shareKey = new URLSearchParams(location.search).get('key')
  const [response] = await Promise.all([
    fetch(
      `${apiPaths.getSharedPrompt}?${new URLSearchParams({ promptId, ...(shareKey && { shareKey }) })}`,
    ),
    loadMessages(...sharedPromptFeatures),
  ])
  return { answer: (await response.json()) as SharedPromptAnswer }
})
// The first toast and the other language have not been fetched yet.
window.addEventListener('offline', () => void watchConnection())
