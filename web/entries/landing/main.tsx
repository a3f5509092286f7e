import '#web/ui/base.css'
import { hydratePage } from '#web/entries/hydrate-page.tsx'
import { loadMessages } from '#web/ui/messages/messages.ts'
import { apiPaths } from '#web/api/paths.ts'
import type { Offer } from '#web/screens/landing/sections/pricing.tsx'
import { landingFeatures, LandingRoot } from './landing-root.tsx'

await hydratePage(LandingRoot, async () => {
  const [response] = await Promise.all([
    fetch(apiPaths.listPlans),
    loadMessages(...landingFeatures),
  ])
  return {
    offer: {
      ...((await response.json()) as Offer),
      hasPlans: true,
      canConnect: true,
      isInEu: true,
      hasPasskeys: true,
      isReachable: false,
    },
  }
})
