import type { Page } from '#server/config/pages.rules.ts'

/** A static page's first paragraph without its markup, as HTML for the `<head>`. */
export function describePage({ content }: Page): string {
  const paragraph = /<p>(?<inner>.*?)<\/p>/s.exec(content)?.groups?.['inner'] ?? ''
  // The rest is already escaped for an attribute.
  const text = paragraph.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')
  return `<meta name="description" content="${text}">`
}
