import { createElement, memo, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { CopyButton } from './copy-button.tsx'
import { LongText, partLength } from './long-text.tsx'
import styles from './markdown.module.css'
import {
  parseBlocks,
  parseInline,
  splitBlocks,
  withPlainLineEnds,
  type Token,
} from './split-blocks.ts'

/**
 * Above these limits, a text or a block is shown as plain text, because rendering it would take seconds. In characters,
 * blocks and tokens.
 */
const longestText = 200_000
const mostBlocks = 10_000
const mostTokens = 10_000
/** In characters. Smaller blocks are rendered together, because comparing thousands of them would take long. */
const pieceLength = 2_000
/** In characters. The parser takes quadratic time for unclosed brackets. */
const longestInline = 10_000

/** Renders Markdown with only the elements listed below. */
export function Markdown({ text }: { text: string }) {
  const [drawn, setDrawn] = useState(() => toDrawn(text))
  if (drawn.text !== text) setDrawn(toDrawn(text, drawn))
  if (!drawn.blocks) return <LongText text={text} />
  return (
    <div className={styles.markdown}>
      {/* Only changed pieces are rendered again. */}
      {joinBlocks(drawn.blocks).map(({ from, source }) => (
        <Piece key={from} source={source} />
      ))}
    </div>
  )
}

type Drawn = { text: string; blocks: readonly string[] | undefined }

function toDrawn(text: string, previous?: Drawn): Drawn {
  if (text.length > longestText) return { text, blocks: undefined }
  const isLonger = previous !== undefined && text.startsWith(previous.text)
  if (isLonger && !previous.blocks) return { text, blocks: undefined }
  const blocks = splitBlocks(withPlainLineEnds(text), isLonger ? previous.blocks : [])
  return { text, blocks: blocks.length > mostBlocks ? undefined : blocks }
}

/** Joins blocks into pieces. `from`: the position in the text where a piece begins. */
function joinBlocks(blocks: readonly string[]): { from: number; source: string }[] {
  const pieces: { from: number; source: string }[] = []
  let from = 0
  let source = ''
  for (const block of blocks) {
    source += block
    if (source.length < pieceLength) continue
    pieces.push({ from, source })
    from += source.length
    source = ''
  }
  if (source !== '') pieces.push({ from, source })
  return pieces
}

const Piece = memo(({ source }: { source: string }) => {
  if (source.length > partLength) return <LongText text={source} />
  const tokens = parseBlocks(source)
  const isDrawn = tokens !== undefined && tokens.length <= mostTokens
  return isDrawn ? draw(tokens) : <p className="breaks keeps-lines plaintext">{source}</p>
})
Piece.displayName = 'Piece'

const Inline = memo(({ source }: { source: string }) =>
  source.length > longestInline ? source : draw(parseInline(source)),
)
Inline.displayName = 'Inline'

/** The only elements of an answer. Headings begin one level below the answer's title. */
const elements: Record<string, (token: Token) => string> = {
  heading: ({ tag }) => ({ h1: 'h4', h2: 'h4', h3: 'h5' })[tag] ?? 'h6',
  paragraph: () => 'p',
  blockquote: () => 'blockquote',
  bullet_list: () => 'ul',
  ordered_list: () => 'ol',
  list_item: () => 'li',
  thead: () => 'thead',
  tbody: () => 'tbody',
  tr: () => 'tr',
  th: () => 'th',
  td: () => 'td',
  strong: () => 'strong',
  em: () => 'em',
  s: () => 's',
}

type Open = { token: Token; children: ReactNode[] }

function draw(tokens: readonly Token[]): ReactNode[] {
  const root: ReactNode[] = []
  const open: Open[] = []
  for (const token of tokens) {
    if (token.nesting === 1) {
      open.push({ token, children: [] })
      continue
    }
    const closed = token.nesting === -1 ? open.pop() : undefined
    const siblings = open.at(-1)?.children ?? root
    const drawn = closed ? drawElement(closed, siblings.length) : drawLeaf(token, siblings.length)
    siblings.push(drawn)
  }
  return root
}

function drawElement({ token, children }: Open, key: number): ReactNode {
  const type = token.type.replace(/_open$/, '')
  if (type === 'link') return <Link key={key} address={token.attrGet('href')} text={children} />
  if (type === 'table') return <Table key={key}>{children}</Table>
  // A list without blank lines has no paragraphs.
  if (token.hidden) return children
  const element = elements[type]?.(token)
  if (!element) return children
  const start = element === 'ol' ? Number(token.attrGet('start') ?? 1) : undefined
  return createElement(
    element,
    { key, start, dir: isBlock(element) ? 'auto' : undefined },
    ...children,
  )
}

function isBlock(element: string): boolean {
  return /^(?:p|h\d|li|t[hd])$/.test(element)
}

function drawLeaf(token: Token, key: number): ReactNode {
  switch (token.type) {
    case 'inline':
      return <Inline key={key} source={token.content} />
    case 'code_inline':
      return <code key={key}>{token.content}</code>
    case 'fence':
    case 'code_block':
      return <Code key={key} text={token.content} />
    case 'hr':
      return <hr key={key} />
    case 'softbreak':
    case 'hardbreak':
      return <br key={key} />
    default:
      return token.content
  }
}

/** Not clickable: its URL, which the model chose, is shown instead. */
function Link({ address, text }: { address: string | number | null; text: ReactNode[] }) {
  const shown = String(address)
  const isNamed = text.length !== 1 || text[0] !== shown
  return (
    <>
      {text}
      {isNamed && <span className="text-13 quiet breaks"> ({shown})</span>}
    </>
  )
}

function Table({ children }: { children: ReactNode[] }) {
  const t = useTranslations('runs')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that a wide one can be scrolled by keyboard
    <div role="group" aria-label={t('table')} tabIndex={0} className={styles.table}>
      <table>{children}</table>
    </div>
  )
}

function Code({ text }: { text: string }) {
  const t = useTranslations('runs')
  return (
    <div className={styles.code}>
      <pre dir="ltr">
        <code>{text}</code>
      </pre>
      <CopyButton label={t('copyCode')} text={text} confirmation={t('codeCopied')} />
    </div>
  )
}
