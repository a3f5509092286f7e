import { createInterface } from 'node:readline/promises'
import { canAsk, StoppedError } from '#cli/terminal/screen.ts'
import { toOneLine } from '#cli/terminal/show-text.ts'
import type { Texts } from '#cli/core/texts.ts'

/** Asks a yes-or-no question. No without a terminal. @throws StoppedError at Ctrl+C or Ctrl+D */
export async function confirm(
  question: string,
  texts: Texts,
  environment: NodeJS.ProcessEnv,
): Promise<boolean> {
  if (!canAsk(environment)) return false
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  // Older versions of Node close the input without an answer.
  const stopped = new Promise<never>((_, reject) =>
    lines.once('close', () => reject(new StoppedError())),
  )
  try {
    const asked = lines
      .question(`${toOneLine(question)} ${texts.confirm.hint} `)
      .catch(() => stopped)
    const answer = await Promise.race([asked, stopped])
    return texts.confirm.yes.split(' ').includes(answer.trim().toLowerCase())
  } finally {
    lines.close()
  }
}
