import type { Feature, MessagesState } from '#web/messages/messages.ts'
import type { SharedPromptAnswer } from '#web/screens/shared-prompt/shared-prompt-screen.tsx'

/** What the page is rendered from, on the server and again in the browser. */
export type SharedPromptState = MessagesState & { answer: SharedPromptAnswer }

export const sharedPromptFeatures: Feature[] = ['prompt', 'shell']
