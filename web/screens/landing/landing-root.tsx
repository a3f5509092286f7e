import { MessagesProvider } from '#web/messages/messages-provider.tsx'
import { LandingScreen } from './landing-screen.tsx'
import type { Offer } from './pricing.tsx'

/** The one tree that the server renders and the browser hydrates. */
export function LandingRoot({ offer }: { offer: Offer }) {
  return (
    <MessagesProvider>
      <LandingScreen offer={offer} />
    </MessagesProvider>
  )
}
