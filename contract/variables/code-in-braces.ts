/**
 * Which braces of a text hold code rather than a variable's name. Only braces without markup are judged: by the
 * name, by the text right before them, and by format strings and fenced code around them. Tuned on 1,282 real
 * prompts; `code-in-braces.test.ts` counts its hits and misses.
 */

/** Languages of fenced code in which braces are syntax. JSON, YAML, Markdown and HTML are often templates. */
const fencedLanguages = new Set(
  (
    'bash c c++ cpp cs csharp css dart dockerfile elixir go golang graphql groovy hcl java javascript js jsx ' +
    'julia kotlin latex less lua nginx objc perl php powershell proto ps1 py python r rb rs ruby rust scala scss ' +
    'sh shell solidity svelte swift terraform tex ts tsx typescript vue zsh'
  ).split(' '),
)

const fenceLine = /^[ \t]*(`{3,}|~{3,})[ \t]*([\w+#-]*)/
/** A string whose braces hold expressions, as in Python and C#. */
const formatString = /(?:^|[^\p{L}\p{N}])(?:[fF][rR]?|[rR][fF]|\$@?)["']/u

/** Reads a text for code, line by line up to a position. */
export type CodeReader = {
  /** Whether `at` is in fenced code, or after the start of a format string on its line. `at` must not decrease between calls. */
  isInCode: (at: number) => boolean
}

/** Returns a reader that passes over the text only once. */
export function readCode(text: string): CodeReader {
  const hasFences = text.includes('```') || text.includes('~~~')
  if (!hasFences && !formatString.test(text)) return { isInCode: () => false }
  let fence = ''
  let isFencedCode = false
  let lineFrom = 0
  let lineTo = endOfLine(text, 0)
  let formatFrom = beginOfFormatString(text, 0, lineTo)
  return {
    isInCode(at) {
      while (lineTo < at && lineTo < text.length) {
        const [, marks = '', language = ''] = fenceLine.exec(text.slice(lineFrom, lineTo)) ?? []
        if (marks !== '' && fence === '') {
          fence = marks
          isFencedCode = fencedLanguages.has(language.toLowerCase())
        } else if (marks !== '' && marks.startsWith(fence) && language === '') {
          fence = ''
          isFencedCode = false
        }
        lineFrom = lineTo + 1
        lineTo = endOfLine(text, lineFrom)
        formatFrom = beginOfFormatString(text, lineFrom, lineTo)
      }
      return isFencedCode || formatFrom < at
    },
  }
}

function endOfLine(text: string, from: number): number {
  const to = text.indexOf('\n', from)
  return to === -1 ? text.length : to
}

function beginOfFormatString(text: string, from: number, to: number): number {
  const at = text.slice(from, to).search(formatString)
  return at === -1 ? Infinity : from + at
}

/** Names that need no check against the patterns. */
const plainName = /^(?!\d)[\p{L}\p{N}_][\p{L}\p{N}_ -]*$/u

const codeNames = [
  // JSON: begins with a text in quotes before a colon, a comma or the end.
  /^\\*["'][^"']*["']\s*(?:[:,]|$)/,
  // Pairs: `type: "text"`, `state: 'visible'`, `a: b, c: d`.
  /^[\w$-]+\s*:\s*\\*["'[]/,
  /^[\w$-]+: [^,]+, [\w$-]+: /,
  // Expressions between quotes: `', '.join(names)`, `" + key + "`.
  /^["'].*["')]$/,
  // Calls, except for endings: `topic(s)`, `Kund(inn)en`.
  /[\w\])]\((?!(?:s|es|n|en|e|er|r|in|inn|innen|ies)\))/,
  /\be\)$/,
  // Indexes, comparisons, arrows, assignments, sums.
  /[\w\])]\[/,
  /(?:[=!]==?|=>|&&|\|\||\?\?|\+\+|::|:=)/,
  /[\w\]) ]=\s*\S/,
  /\s[+*]\s*\d+$/,
  /\s-(?:eq|ne|gt|lt|ge|le|like|match)\s/,
  // Declarations of CSS and statements.
  /;$/,
  // Format specifications: `accuracy:.1f`, `count:>5d`, `name!r`.
  /^[\w.]+(?:![rsa])?:[<>=^+ #]*\d*,?(?:\.\d+)?[bdefgosx%]$/i,
  /^[\w.]+![rsa]$/,
  // Other template languages: `#if items`, `/if`, `% for x in y %`, `# a comment #`, `$_`, `#id#`.
  /^[#/%](?=\w)/,
  /^([%#]).*\1$/,
  /^\$_/,
  // Backslashes: LaTeX's `\{a\}`, escaped line ends.
  /^\\|\\$/,
  // Punctuation only: `...`, `…`, `*`.
  /^[^\p{L}\p{N}\p{Extended_Pictographic}]+$/u,
]

/** `${name:default}`, as prompts.chat writes variables. Not a shell's `${name:-default}`, nor `${price:.2f}`. */
const nameWithDefault = /^[\p{L}\p{N}_][\p{L}\p{N}_ -]*:(?![-+=?.])/u

/** LaTeX's commands, and declarations at the beginning of a line. */
const codeBefore =
  /\\[A-Za-z]+$|(?:^|\n)[ \t]*(?:(?:import|export) (?:type )?(?:\w+, )?|(?:const|let|var) )$/
/** `[a-z]{2,3}` */
const quantifier = /^\d+(?:,\d*)?$/
/** `src/{a,b}` */
const expansion = /^[^\s,]+(?:,[^\s,]+)+$/
/** Characters examined before the braces. */
const seenBefore = 40

/** Whether the braces at `open` are another tool's variable with a default, even within code. */
export function hasDefault(text: string, open: number, name: string): boolean {
  return text[open - 1] === '$' && nameWithDefault.test(name)
}

/** Whether a name has only letters, digits, blanks, hyphens and underscores, and so is never code by itself. */
export function isPlainName(name: string): boolean {
  return plainName.test(name)
}

/** Whether a name alone shows that its braces hold code. */
export function isCodeName(name: string): boolean {
  return !isPlainName(name) && codeNames.some((pattern) => pattern.test(name))
}

/** Whether the text right before the braces at `open` shows that they hold code. */
export function isBehindCode(text: string, open: number, name: string): boolean {
  const before = text.slice(Math.max(0, open - seenBefore), open)
  if (codeBefore.test(before)) return true
  if (!/\S$/.test(before)) return false
  return (quantifier.test(name) && /[\w\]).]$/.test(before)) || expansion.test(name)
}
