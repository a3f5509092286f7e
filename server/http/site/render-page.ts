import { escapeHtml } from '#server/core/texts/escape-html.ts'
import type { Language } from '#languages/languages.ts'
import type { Page } from '#server/config/pages.rules.ts'

/**
 * The client's page with the title, description and language of a static page, for readers without scripts. The
 * client's page has a `<title>`, and the comment `<!--head-->` where the rest is inserted.
 */
export function renderPage(clientPage: string, page: Page, language: Language): string {
  const title = escapeHtml(page.title)
  const description = firstSentences(page.content)
  return (
    clientPage
      .replace(/<html lang="\w+"/, `<html lang="${language}"`)
      .replace(/<meta\s+name="description"[^>]*>\s*/, '')
      // Functions, because `replace` would interpret `$&` in a text.
      .replace(/<title>[^<]*<\/title>/, () => `<title>${title} · Promptshelf</title>`)
      .replace('<!--head-->', () => `<meta name="description" content="${description}">`)
  )
}

/** The first paragraph without its markup; the rest is already escaped for an attribute. */
function firstSentences(content: string): string {
  const paragraph = /<p>(?<inner>.*?)<\/p>/s.exec(content)?.groups?.['inner'] ?? ''
  return paragraph.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')
}
