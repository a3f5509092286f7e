import { toPlainText, variableNames } from '#contract/variables.ts'
import { escapeHtml } from '#server/http/escape-html.ts'
import type { SharedPromptPage } from '#server/site/render-pages.ts'

type SharedPrompt = {
  name: string
  body: string
  /** The body as HTML. */
  text: string
  address: string
}

const descriptionLength = 200

/** The page of a shared prompt, to be read before its scripts are there, or by those that read none. */
export function renderSharedPrompt(page: SharedPromptPage, prompt: SharedPrompt): string {
  const { length } = variableNames(prompt.body)
  const progress = length === 0 ? '' : page.progress.join(String(length))
  const answer = { status: 'success', prompt: prompt.body, promptName: prompt.name }
  const fillings = [
    toHead(prompt),
    escapeHtml(prompt.name),
    prompt.text,
    progress,
    // Ends no script element.
    JSON.stringify(answer).replaceAll('<', '\\u003c'),
  ]
  return page.found.map((piece, at) => piece + (fillings[at] ?? '')).join('')
}

/** What link previews show. */
function toHead({ name, body, address }: SharedPrompt): string {
  const title = escapeHtml(name)
  const description = escapeHtml(toDescription(body))
  return [
    `<title>${title} · Promptshelf</title>`,
    `<meta name="description" content="${description}">`,
    `<meta property="og:type" content="article">`,
    `<meta property="og:site_name" content="Promptshelf">`,
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:url" content="${escapeHtml(address)}">`,
    // Shared with whom the link was given to, not with search engines.
    `<meta name="robots" content="noindex">`,
  ].join('\n    ')
}

/** The beginning of a prompt as a reader sees it, in one line. */
function toDescription(body: string): string {
  // Longer than what is left of it, since a line break may come with much white space.
  const beginning = toPlainText(body.slice(0, descriptionLength * 10))
  const characters = Array.from(beginning.replaceAll(/\s+/g, ' ').trim())
  if (characters.length <= descriptionLength) return characters.join('')
  return `${characters.slice(0, descriptionLength - 1).join('')}…`
}
