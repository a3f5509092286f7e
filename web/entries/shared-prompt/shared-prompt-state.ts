import type { SharedPrompt } from '#contract/prompts.ts'
import type { Feature, MessagesState } from '#web/messages/messages.ts'

/** What the API says of the prompt. */
export type SharedPromptAnswer = SharedPrompt | { status: 'error'; code: string }

/** What the page is made from, in the server and then again in the browser. */
export type SharedPromptState = MessagesState & { answer: SharedPromptAnswer }

export const sharedPromptFeatures: Feature[] = ['prompt', 'shell']
