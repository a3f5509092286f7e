import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import '#web/ui/base.css'
import { pressAgain } from '#web/entries/early-press.ts'
import { storedLanguage } from '#web/messages/language.ts'
import { beginWithMessages, loadMessages, switchLanguage } from '#web/messages/messages.ts'
import { apiPaths } from '#web/paths.ts'
import { LandingRoot } from './landing-root.tsx'
import { landingFeatures, type LandingState } from './landing-state.ts'
import type { Offer } from '#web/screens/landing/sections/pricing.tsx'

const container = document.getElementById('root')
if (!container) throw new Error('landing.html has no #root')

const state = document.getElementById('state')?.textContent
if (state) {
  const { offer, ...messages } = JSON.parse(state) as LandingState
  beginWithMessages(messages)
  // In slices, so that a press on the page meanwhile is answered.
  startTransition(() => {
    hydrateRoot(container, <LandingRoot offer={offer} />)
  })
  pressAgain()
  followStoredLanguage(messages.language)
} else {
  // Vite's own server prerenders nothing.
  const [offer] = await Promise.all([fetchOffer(), loadMessages(...landingFeatures)])
  createRoot(container).render(<LandingRoot offer={offer} />)
}

/** The choice made here wins, should its cookie be gone; but not over an address that names a language. */
function followStoredLanguage(served: LandingState['language']) {
  const stored = storedLanguage()
  const isAddressed = new URLSearchParams(location.search).has('lang')
  if (stored && stored !== served && !isAddressed) void switchLanguage(stored)
}

async function fetchOffer(): Promise<Offer> {
  try {
    const response = await fetch(apiPaths.listPlans)
    if (response.ok) return (await response.json()) as Offer
  } catch {
    // Said by the empty list (spec §8).
  }
  return { plans: [], recPlanName: '' }
}
