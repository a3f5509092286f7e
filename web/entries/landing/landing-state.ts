import type { Feature, MessagesState } from '#web/messages/messages.ts'
import type { Offer } from '#web/screens/landing/sections/pricing.tsx'

/** What the page is made from, in the server and then again in the browser. */
export type LandingState = MessagesState & { offer: Offer }

export const landingFeatures: Feature[] = ['landing', 'plans', 'prompt', 'shell']
