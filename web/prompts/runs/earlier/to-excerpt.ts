/** In characters: one line, or two on a phone. */
const longest = 90
/** Markdown syntax that is not visible when rendered. */
const marks = /^\s*(?:#{1,6}|[-*>]) |\*\*|`/gm

/** Returns the beginning of an answer in one line, without Markdown syntax, cut after a word. */
export function toExcerpt(text: string): string {
  const plain = text.replaceAll(marks, '').replaceAll(/\s+/g, ' ').trim()
  const characters = Array.from(plain)
  if (characters.length <= longest) return plain
  const cut = characters.slice(0, longest).join('')
  return `${cut.replace(/[\s\p{P}]*\s\S*$/u, '')}…`
}
