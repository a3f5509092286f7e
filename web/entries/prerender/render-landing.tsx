// Built for the server, which runs this at startup: only the server has its plans and its address.
import { readFileSync } from 'node:fs'
import { json } from 'node:stream/consumers'
import { brotliCompressSync, constants } from 'node:zlib'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { languageCodes } from '#languages/languages.ts'
import { MessagesProvider } from '#web/ui/messages/messages-provider.tsx'
import { isOnInternet } from '#web/accounts/apps/tools.ts'
import { beginWithMessages, loadCatalogues } from '#web/ui/messages/messages.ts'
import { landingFeatures, LandingRoot } from '#web/entries/landing/landing-root.tsx'
import type { Offer } from '#web/screens/landing/sections/pricing.tsx'
import { fillTemplate } from './fill-template.ts'
import { LandingHead } from './landing-head.tsx'

const template = readFileSync(process.argv[2] ?? '', 'utf8')
const { baseUrl, ...given } = (await json(process.stdin)) as { baseUrl: string; offer: Offer }
const offer = { ...given.offer, isReachable: isOnInternet(new URL(baseUrl)) }
const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
process.stdout.write(JSON.stringify(await renderLanding()))

/** Renders the page in every language, for the address that names the language and for the one that does not. */
async function renderLanding() {
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
      const html = fillTemplate(template, { state, head, body })
      pages.push({ language, isAddressed, brotli: compressPage(html) })
    }
  }
  return pages
}

/** Compresses a page with Brotli, as base64: once for many readers, but while the server starts. */
function compressPage(html: string): string {
  return brotliCompressSync(html, { params }).toString('base64')
}
