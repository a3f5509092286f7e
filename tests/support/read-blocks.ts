import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import MarkdownIt from 'markdown-it/browser'
import { root } from '#scripts/prepare.mjs'

/** A fenced block of a document. */
export type Block = {
  /** Its position, such as `README.md:22`. */
  at: string
  language: string
  code: string
  /** The hidden comment before it: why it is not run, or which suite runs it. Usually empty. */
  note: string
}

const markdown = new MarkdownIt({ html: true })

/** Reads the fenced blocks of a document of the project, in order. */
export function readBlocks(document: string): Block[] {
  const tokens = markdown.parse(readFileSync(join(root, document), 'utf8'), {})
  return tokens.flatMap(({ type, info, content, map }, index) => {
    if (type !== 'fence') return []
    const before = tokens[index - 1]
    const [, note = ''] =
      (before?.type === 'html_block' && /^<!-- ([^]*?) -->\s*$/.exec(before.content)) || []
    return [
      { at: `${document}:${(map?.[0] ?? 0) + 1}`, language: info.trim(), code: content, note },
    ]
  })
}

/** The suite of package.json that runs a block. */
export function suiteOf({ note }: Block): string {
  return /^run by (\S+)$/.exec(note)?.[1] ?? (note === '' ? 'test' : '')
}

/** The shell blocks of a document that a suite types, in order. */
export function readShellBlocks(document: string, suite: string): Block[] {
  return readBlocks(document).filter((block) => block.language === 'sh' && suiteOf(block) === suite)
}
