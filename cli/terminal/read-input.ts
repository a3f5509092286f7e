import { fstatSync } from 'node:fs'
import { homedir } from 'node:os'
import { CommandError, UsageError, type Context } from '#cli/core/define-command.ts'
import { decodeText } from '#cli/terminal/decode-text.ts'

/** The maximum input, in bytes. */
const mostBytes = 20 * 1024 * 1024

/** Whether stdin is a pipe or a file. A terminal and `/dev/null` are neither. */
export function isPipedIn(): boolean {
  try {
    const stat = fstatSync(0)
    return stat.isFIFO() || stat.isFile() || stat.isSocket()
  } catch {
    // Closed.
    return false
  }
}

/** After this time, a silent pipe causes a hint. */
const silentMs = 2000

/**
 * Reads stdin to its end. Prints a hint if nothing arrives: the calling program may have left a pipe open.
 *
 * @throws CommandError if it is too long
 * @throws UsageError if it is not text
 */
export async function readInput({ texts, say }: Pick<Context, 'texts' | 'say'>): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  const silence = setTimeout(() => say(texts.failed.waiting), silentMs)
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    clearTimeout(silence)
    chunks.push(chunk)
    length += chunk.length
    if (length > mostBytes) throw new CommandError(texts.failed.inputTooLong)
  }
  clearTimeout(silence)
  const text = decodeText(Buffer.concat(chunks))
  if (text === undefined) throw new UsageError(texts.failed.inputNotText)
  return text
}

/** A path with the home directory instead of `~`, which shells do not expand inside a word. */
export function inHome(path: string): string {
  return path.replace(/^~(?=\/)/, homedir())
}

/** The text without its last line ending, like command substitution in shells. */
export function withoutLastLineEnd(text: string): string {
  return text.replace(/\r?\n$/, '')
}
