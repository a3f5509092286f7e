import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { languageCodes, type Language } from '#languages/languages.ts'
import { MessagesProvider } from '#web/ui/messages/messages-provider.tsx'
import { isOnInternet } from '#web/accounts/apps/tools.ts'
import { beginWithMessages, loadCatalogues } from '#web/ui/messages/messages.ts'
import { landingFeatures, LandingRoot } from '#web/entries/landing/landing-root.tsx'
import type { Offer } from '#web/screens/landing/sections/pricing.tsx'
import { fillTemplate } from './fill-template.ts'
import { LandingHead } from './landing-head.tsx'

export type LandingInput = { template: string; baseUrl: string; offer: Offer }
type LandingPage = { language: Language; isAddressed: boolean; html: string }

/** Renders the page in every language, for the address that names the language and for the one that does not. */
export async function renderLanding(input: LandingInput): Promise<LandingPage[]> {
  const { template, baseUrl } = input
  const offer = { ...input.offer, isReachable: isOnInternet(new URL(baseUrl)) }
  const pages = []
  for (const language of languageCodes) {
    const messages = await loadCatalogues(language, landingFeatures)
    beginWithMessages({ language, messages })
    const state = { language, messages, props: { offer } }
    const body = renderToString(<LandingRoot offer={offer} />)
    for (const isAddressed of [true, false]) {
      const head = renderToStaticMarkup(
        <MessagesProvider>
          <LandingHead {...{ baseUrl, language, isAddressed, offer }} />
        </MessagesProvider>,
      )
      const html = fillTemplate(template, { language, state, head, body })
      pages.push({ language, isAddressed, html })
    }
  }
  return pages
}
