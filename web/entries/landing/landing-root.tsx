import { MessagesProvider } from '#web/messages/messages-provider.tsx'
import { LandingScreen } from '#web/screens/landing/landing-screen.tsx'
import type { Offer } from '#web/screens/landing/sections/pricing.tsx'

/** The one tree that the server renders and the browser hydrates. */
export function LandingRoot({ offer }: { offer: Offer }) {
  return (
    <MessagesProvider>
      <LandingScreen offer={offer} />
    </MessagesProvider>
  )
}
