import type { StaticPage } from '#contract/pages.ts'
import { escapeHtml } from '#server/http/escape-html.ts'
import type { Language } from '#server/http/request-language.ts'

/**
 * The client's page with the title, description and language of a static page, for those that read no
 * scripts. The client's page has a `<title>` and, where the rest belongs, the comment `<!--head-->`.
 */
export function renderPage(clientPage: string, page: StaticPage, language: Language): string {
  const isGerman = language === 'de'
  const title = escapeHtml(isGerman ? page.germanTitle : page.title)
  const description = firstSentences(isGerman ? page.germanContent : page.content)
  return (
    clientPage
      .replace(/<html lang="\w+"/, `<html lang="${language}"`)
      .replace(/<meta\s+name="description"[^>]*>\s*/, '')
      // Functions, because a text may contain what `replace` would read as a pattern.
      .replace(/<title>[^<]*<\/title>/, () => `<title>${title} · Promptshelf</title>`)
      .replace('<!--head-->', () => `<meta name="description" content="${description}">`)
  )
}

/** The first paragraph without its markup; what is left is escaped for an attribute already. */
function firstSentences(content: string): string {
  const paragraph = /<p>(?<inner>.*?)<\/p>/s.exec(content)?.groups?.['inner'] ?? ''
  return paragraph.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')
}
