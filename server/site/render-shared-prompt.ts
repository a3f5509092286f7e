import { toPlainText } from '#contract/variables.ts'
import { escapeHtml } from '#server/http/escape-html.ts'

const descriptionLength = 200

/**
 * The client's page with a title and description for link previews: those read no scripts. The page
 * has a `<title>` and, where the rest belongs, the comment `<!--head-->`.
 */
export function renderSharedPrompt(
  page: string,
  prompt: { name: string; body: string },
  address: string,
): string {
  const title = escapeHtml(prompt.name)
  const description = escapeHtml(toDescription(prompt.body))
  const head = [
    `<meta name="description" content="${description}">`,
    `<meta property="og:type" content="article">`,
    `<meta property="og:site_name" content="Promptshelf">`,
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:url" content="${escapeHtml(address)}">`,
    // Shared with whom the link was given to, not with search engines.
    `<meta name="robots" content="noindex">`,
  ].join('\n    ')
  return (
    page
      .replace(/<meta\s+name="description"[^>]*>\s*/, '')
      // Functions, because a name may contain what `replace` would read as a pattern.
      .replace(/<title>[^<]*<\/title>/, () => `<title>${title} · Promptshelf</title>`)
      .replace('<!--head-->', () => head)
  )
}

/** The beginning of a prompt as a reader sees it, in one line. */
function toDescription(body: string): string {
  // Longer than what is left of it, since a line break may come with much white space.
  const beginning = toPlainText(body.slice(0, descriptionLength * 10))
  const characters = Array.from(beginning.replaceAll(/\s+/g, ' ').trim())
  if (characters.length <= descriptionLength) return characters.join('')
  return `${characters.slice(0, descriptionLength - 1).join('')}…`
}
