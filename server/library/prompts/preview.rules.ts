import { parse, plainSource, toPlainText, toStoredForm } from '#contract/variables/variables.ts'

const maxCharacters = 280
const maxLines = 8

/**
 * Returns an excerpt of a body after its boilerplate, with the markup of its variables: at most 280 visible characters
 * and 8 lines. No variable and no surrogate pair is cut in half.
 *
 * @param name the prompt's, which a body often repeats as its heading
 * @param literals names in braces that are not variables
 */
export function toPreview(
  body: string,
  name = '',
  literals: ReadonlySet<string> = new Set(),
): string {
  const start = endOfBoilerplate(body, name)
  let preview = ''
  let characters = 0
  let lines = 1
  for (const segment of parse(body)) {
    const { from } = segment
    if (segment.kind === 'variable') {
      if (from < start) continue
      characters += toPlainText(segment.source).length
      if (characters > maxCharacters) return preview
      const isLiteral = literals.has(segment.name)
      preview += isLiteral ? plainSource(segment) : toStoredForm(segment.source)
      continue
    }
    for (const character of segment.source.slice(Math.max(0, start - from))) {
      characters += character.length
      if (character === '\n') lines++
      if (characters > maxCharacters || lines > maxLines) return preview
      preview += character
    }
  }
  return preview
}

/** Sentences that many prompts begin with. One with a variable is not boilerplate. */
const role =
  /^(?:please |bitte )?(?:i want you to )?(?:act as|act like|handle als|agiere als|verhalte dich wie)\b[^\n{]*?(?:[.!?:](?=\s)|(?=\n)|$)/i
const bracketAlone = /^(?:[{[]|```\w*)$/
/** A longer block is text of the prompt. */
const maxFrontMatter = 4000

/** Returns the index at which the boilerplate of a body ends; 0 if all of it is boilerplate. */
function endOfBoilerplate(body: string, name: string): number {
  let at = endOfFrontMatter(body)
  for (;;) {
    const lineEnd = endOfLine(body, at)
    const line = body.slice(at, lineEnd).trim()
    if (line !== '' && !isSame(line, name) && !bracketAlone.test(line)) break
    if (lineEnd === body.length) return 0
    at = lineEnd + 1
  }
  if (at > 0) at += indentAt(body, at)
  const [sentence = ''] = role.exec(body.slice(at, endOfLine(body, at))) ?? []
  const end = at + sentence.length
  const isAll = body.slice(end, end + maxCharacters).trim() === ''
  return sentence === '' || isAll ? at : end + indentAt(body, end)
}

function endOfFrontMatter(body: string): number {
  if (!/^---\r?\n[\w-]+:/.test(body)) return 0
  const close = /\n---[ \t]*(?:\r?\n|$)/.exec(body.slice(0, maxFrontMatter))
  return close ? close.index + close[0].length : 0
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  return at < 0 ? text.length : at
}

function indentAt(text: string, from: number): number {
  const ahead = text.slice(from, from + maxCharacters)
  return ahead.length - ahead.trimStart().length
}

/** Whether a line is a name, as a heading or in other punctuation. */
function isSame(line: string, name: string): boolean {
  return lettersOf(line) !== '' && lettersOf(line) === lettersOf(name)
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
