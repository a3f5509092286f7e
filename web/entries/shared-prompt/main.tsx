import '#web/ui/base.css'
import { makeLive } from '#web/entries/make-live.tsx'
import { loadMessages } from '#web/messages/messages.ts'
import { apiPaths } from '#web/paths.ts'
import type { SharedPromptAnswer } from '#web/screens/shared-prompt/shared-prompt-screen.tsx'
import { watchConnection } from '#web/shell/connection/connection.ts'
import { SharedPromptRoot } from './shared-prompt-root.tsx'
import { sharedPromptFeatures, type SharedPromptState } from './shared-prompt-state.ts'

await makeLive<SharedPromptState>(
  ({ answer }) => <SharedPromptRoot answer={answer} />,
  async () => {
    const [answer] = await Promise.all([fetchAnswer(), loadMessages(...sharedPromptFeatures)])
    return <SharedPromptRoot answer={answer} />
  },
)
// The first toast and the other language are still to be fetched.
window.addEventListener('offline', () => void watchConnection(() => {}))

async function fetchAnswer(): Promise<SharedPromptAnswer> {
  const promptId = location.pathname.split('/').at(-1) ?? ''
  const response = await fetch(`${apiPaths.getSharedPrompt}?${new URLSearchParams({ promptId })}`)
  return (await response.json()) as SharedPromptAnswer
}
