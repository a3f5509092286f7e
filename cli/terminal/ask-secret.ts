import { showControls } from '#cli/terminal/show-text.ts'

const interrupt = '\u0003'
const eraseAll = '\u0015'
const enter: ReadonlySet<string> = new Set(['\r', '\n', '\u0004'])
const erase: ReadonlySet<string> = new Set(['\u0008', '\u007F'])

/**
 * Asks on the terminal for a line that is not shown. Returns undefined if the user presses Ctrl+C. The terminal is left
 * as it was.
 */
export async function askSecret(question: string): Promise<string | undefined> {
  const { stdin, stderr } = process
  // Before the question, so that the answer is never shown.
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  stderr.write(showControls(question))
  let line = ''
  try {
    for await (const typed of stdin as AsyncIterable<string>) {
      for (const character of typed) {
        if (character === interrupt) return undefined
        if (enter.has(character)) return line
        if (erase.has(character)) line = line.slice(0, -1)
        else if (character === eraseAll) line = ''
        else line += character
      }
    }
    return line
  } finally {
    stdin.setRawMode(false)
    stderr.write('\n')
  }
}
