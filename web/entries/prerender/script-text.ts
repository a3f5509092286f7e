/** JSON that ends no script element. */
export function toScriptText(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/** What a page comes with. No security policy keeps it from the page: a script of this type does not run. */
export function toPageScript(id: 'state' | 'texts', value: unknown): string {
  return `<script id="${id}" type="application/json">${toScriptText(value)}</script>`
}
