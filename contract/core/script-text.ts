/** Serialises a value as JSON that cannot end its script element. */
export function toScriptText(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
