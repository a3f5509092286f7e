/** JSON that ends no script element. */
export function toScriptText(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/** What a page is made from. No security policy keeps it from the page: a script of this type does not run. */
export function toStateScript(state: unknown): string {
  return `<script id="state" type="application/json">${toScriptText(state)}</script>`
}
