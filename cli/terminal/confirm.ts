import { createInterface } from 'node:readline/promises'
import { canAsk } from '#cli/terminal/screen.ts'
import { toOneLine } from '#cli/terminal/show-text.ts'
import type { Texts } from '#cli/texts.ts'

/** Asks a question that is answered by yes or no. No without a terminal. */
export async function confirm(
  question: string,
  texts: Texts,
  environment: NodeJS.ProcessEnv,
): Promise<boolean> {
  if (!canAsk(environment)) return false
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await lines.question(`${toOneLine(question)} ${texts.confirm.hint} `)
    return texts.confirm.yes.split(' ').includes(answer.trim().toLowerCase())
  } finally {
    lines.close()
  }
}
