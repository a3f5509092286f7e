import '#web/ui/base.css'
import { makeLive } from '#web/entries/make-live.tsx'
import { loadMessages } from '#web/messages/messages.ts'
import { apiPaths } from '#web/paths.ts'
import type { Offer } from '#web/screens/landing/sections/pricing.tsx'
import { landingFeatures, LandingRoot } from './landing-root.tsx'

await makeLive(LandingRoot, async () => {
  const [response] = await Promise.all([
    fetch(apiPaths.listPlans),
    loadMessages(...landingFeatures),
  ])
  return { offer: (await response.json()) as Offer }
})
