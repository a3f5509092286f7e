import { toScriptText } from '#contract/core/script-text.ts'
import type { Language } from '#languages/languages.ts'

type Page = {
  language: Language
  /** Read by `first-paint.js` and the entry, as `data-…` of the root element. */
  attributes?: Record<string, string>
  /** The client does not hydrate it, but draws the screen in its place. */
  isFrame?: true | undefined
  head: string
  body: string
  /** What a `PageState` holds; missing if the browser loads it itself. */
  state?: object
}

/** Inserts a rendered page into its built HTML. */
export function fillTemplate(template: string, page: Page): string {
  const { language, attributes = {}, isFrame, head, body, state } = page
  // React puts the <title> of a component before its markup.
  const [title = ''] = /<title>[^<]*<\/title>/.exec(body) ?? []
  // The security policy does not apply: a script of this type is not executed.
  const script =
    state && `<script id="state" type="application/json">${toScriptText(state)}</script>`
  const given = Object.entries({ ...(!isFrame && { prerendered: '' }), ...attributes })
  const data = given.map(([name, value]) => ` data-${name}="${value}"`).join('')
  // Functions, because `replace` would interpret `$` in a string.
  return template
    .replace('<html lang="en">', () => `<html lang="${language}"${data}>`)
    .replace(/<title>[^<]*<\/title>\s*/, (shared) =>
      `${title}${head}`.includes('<title>') ? '' : shared,
    )
    .replace('<!--head-->', () => title + head)
    .replace(
      '<div id="root"></div>',
      () => `<div id="root">${body.replace(title, '')}</div>${script ?? ''}`,
    )
}
