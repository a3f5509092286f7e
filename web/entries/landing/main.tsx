import '#web/ui/base.css'
import { makeLive } from '#web/entries/make-live.tsx'
import { loadMessages } from '#web/messages/messages.ts'
import { apiPaths } from '#web/paths.ts'
import type { Offer } from '#web/screens/landing/sections/pricing.tsx'
import { LandingRoot } from './landing-root.tsx'
import { landingFeatures, type LandingState } from './landing-state.ts'

await makeLive<LandingState>(
  ({ offer }) => <LandingRoot offer={offer} />,
  async () => {
    const [offer] = await Promise.all([fetchOffer(), loadMessages(...landingFeatures)])
    return <LandingRoot offer={offer} />
  },
)

async function fetchOffer(): Promise<Offer> {
  const response = await fetch(apiPaths.listPlans)
  return (await response.json()) as Offer
}
