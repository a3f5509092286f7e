import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { compressPage } from '#web/app/compress-page.ts'
import { toPageScript } from '#web/app/script-text.ts'
import { languageCodes } from '#languages/languages.ts'
import { MessagesProvider } from '#web/messages/messages-provider.tsx'
import { beginWithMessages, loadCatalogues } from '#web/messages/messages.ts'
import { LandingHead } from './landing-head.tsx'
import { LandingRoot } from './landing-root.tsx'
import { landingFeatures, type LandingState } from './landing-state.ts'
import type { Offer } from './pricing.tsx'

/**
 * The page in every language: for an address that names the language, and for the one that does not.
 * `template` is the built landing.html.
 */
export async function renderLanding(template: string, baseUrl: string, offer: Offer) {
  const pages = []
  for (const language of languageCodes) {
    const messages = await loadCatalogues(language, landingFeatures)
    beginWithMessages({ language, messages })
    const state: LandingState = { language, messages, offer }
    const script = toPageScript('state', state)
    const body = renderToString(<LandingRoot offer={offer} />)
    for (const isAddressed of [true, false]) {
      const head = renderToStaticMarkup(
        <MessagesProvider>
          <LandingHead {...{ baseUrl, language, isAddressed, offer }} />
        </MessagesProvider>,
      )
      // Functions, because a text may contain what `replace` would read as a pattern.
      const html = template
        .replace('<html lang="en">', `<html lang="${language}" data-prerendered>`)
        .replace(/<title>[^<]*<\/title>\s*/, '')
        .replace('<!--head-->', () => head)
        .replace('<div id="root"></div>', () => `<div id="root">${body}</div>${script}`)
      pages.push({ language, isAddressed, brotli: compressPage(html) })
    }
  }
  return pages
}
