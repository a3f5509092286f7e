import type { Feature } from '#web/ui/messages/messages.ts'
import { MessagesProvider } from '#web/ui/messages/messages-provider.tsx'
import {
  SharedPromptScreen,
  type SharedPromptProps,
} from '#web/screens/shared-prompt/shared-prompt-screen.tsx'
import { ConnectionNotice } from '#web/shell/connection/connection-notice.tsx'

export const sharedPromptFeatures: Feature[] = ['prompt', 'shell']

/** The component tree that the server renders and the browser hydrates. */
export function SharedPromptRoot(props: SharedPromptProps) {
  return (
    <MessagesProvider>
      <SharedPromptScreen {...props} />
      <ConnectionNotice />
    </MessagesProvider>
  )
}
