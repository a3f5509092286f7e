import type { PageState } from '#web/entries/hydrate-page.tsx'
import { toScriptText } from './script-text.ts'

type Page = {
  state: PageState<object>
  head: string
  body: string
}

/** Inserts a rendered page into its built HTML. */
export function fillTemplate(template: string, { state, head, body }: Page): string {
  // React puts the <title> of a component before its markup.
  const [title = ''] = /<title>[^<]*<\/title>/.exec(body) ?? []
  // The security policy does not apply: a script of this type is not executed.
  const script = `<script id="state" type="application/json">${toScriptText(state)}</script>`
  // Functions, because `replace` would interpret `$` in a string.
  return template
    .replace('<html lang="en">', `<html lang="${state.language}" data-prerendered>`)
    .replace(/<title>[^<]*<\/title>\s*/, '')
    .replace('<!--head-->', () => title + head)
    .replace(
      '<div id="root"></div>',
      () => `<div id="root">${body.replace(title, '')}</div>${script}`,
    )
}
