// A chat with one editor, named by `?editor=`. It sends when Enter is pressed, as many do.

/** One editor in the page, with the text of its own model. */
export type Editor = {
  /** What the user would send. */
  read: () => string
  /** Replaces the text, and puts the caret behind it. */
  write: (text: string) => void
}

declare global {
  var editor: Editor
  /** How often the chat has sent a message. */
  var sent: number
}

globalThis.sent = 0

/** The number of characters that a chat may take: most editors enforce it in their own model. */
export const limit = Number(new URLSearchParams(location.search).get('limit') ?? Infinity)

/** How many characters of a text of this length are too many. */
export function excess(length: number): number {
  return Math.max(0, length - limit)
}

/** What the chat does on Enter. */
export function send(): true {
  globalThis.sent += 1
  return true
}
