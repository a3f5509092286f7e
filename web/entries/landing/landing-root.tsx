import type { Feature } from '#web/ui/messages/messages.ts'
import { MessagesProvider } from '#web/ui/messages/messages-provider.tsx'
import { LandingScreen } from '#web/screens/landing/landing-screen.tsx'
import type { Offer } from '#web/screens/landing/sections/pricing.tsx'

export const landingFeatures: Feature[] = ['landing', 'plans', 'prompt', 'shell']

/** The component tree that the server renders and the browser hydrates. */
export function LandingRoot({ offer }: { offer: Offer }) {
  return (
    <MessagesProvider>
      <LandingScreen offer={offer} />
    </MessagesProvider>
  )
}
