// The bundled build, as on the server.
import MarkdownIt from 'markdown-it/browser'

/** The parser omits deeper levels of quotations and lists. */
const deepest = 100

/**
 * Raw HTML and images are text. So are definitions of links, which would change lines far above them. `parseInline`
 * parses the inline parts separately.
 */
const markdown = new MarkdownIt({ html: false, breaks: true, maxNesting: deepest })
  .disable(['html_block', 'html_inline', 'image', 'reference'])
  .disable(['inline', 'linkify', 'replacements', 'smartquotes', 'text_join'])

export type Token = ReturnType<typeof markdown.parse>[number]

/** Returns the tokens of Markdown; undefined if it is nested so deeply that some would be missing. */
export function parseBlocks(source: string): Token[] | undefined {
  const tokens = markdown.parse(source, {})
  return tokens.some(({ level }) => level > deepest - 4) ? undefined : tokens
}

/** Returns the tokens within a paragraph, a heading or a cell. */
export function parseInline(source: string): Token[] {
  const tokens: Token[] = []
  markdown.inline.parse(source, markdown, {}, tokens)
  return tokens
}

/**
 * Splits Markdown into its outermost blocks, in time proportional to the new text. `previous`: the blocks of a text that
 * this one begins with. Later text can only change the last two blocks: the last line may be incomplete.
 */
export function splitBlocks(text: string, previous: readonly string[] = []): string[] {
  const final = previous.slice(0, -2)
  const from = final.reduce((length, block) => length + block.length, 0)
  const rest = text.slice(from)
  const starts = blockStarts(rest)
  const blocks = starts.map((start, at) => rest.slice(at === 0 ? 0 : start, starts[at + 1]))
  return [...final, ...blocks]
}

function blockStarts(text: string): number[] {
  const starts: number[] = []
  let line = 0
  let at = 0
  for (const { level, nesting, map } of markdown.parse(text, {})) {
    if (level > 0 || nesting < 0 || !map) continue
    for (; line < map[0]; line++) at = text.indexOf('\n', at) + 1
    starts.push(at)
  }
  return starts
}

/** Normalises line ends like the parser, so that its line numbers match the text. */
export function withPlainLineEnds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}
