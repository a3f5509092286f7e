import { toScriptText } from '#contract/core/script-text.ts'
import type { Call } from '#contract/core/call.ts'

/** The answers of calls that come in a document, by path. The client does not make these calls. */
export type Answers = Record<string, unknown>

/** The path of a call, as the client requests it. */
export function pathOf({ path }: Pick<Call, 'path'>): string {
  return `/api/${path}`
}

export function addAnswers(page: string, answers: Answers): string {
  // The security policy does not apply: a script of this type is not executed.
  const script = `<script id="answers" type="application/json">${toScriptText(answers)}</script>`
  return page.replace('<!--answers-->', () => script)
}
