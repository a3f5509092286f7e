import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const project = join(import.meta.dirname, '../..')
const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accented = 'àƀçđéƒĝĥîĵķļɱñôþɋŕšţûṽŵẋýžÀƁÇĐÉƑĜĤÎĴĶĻṀÑÔÞɊŔŠŢÛṼŴẊÝŽ'

/** Names that are the same in every language, and language codes. */
const sameEverywhere = /\b(?:Promptshelf|Google|Stripe|Markdown|GitHub)\b/

/**
 * Copies the project to `directory` and adds the language `xx` to it, as a translator would: a folder, a line
 * in the list of languages, and the texts of the plans. Its texts are the English ones with an accent on every
 * letter, so that a word without one did not come from the catalogues.
 */
export function addPseudoLanguage(directory: string): void {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: project })
  for (const file of files.toString().trim().split('\n')) {
    if (/^(?:tests|bench|docs)\//.test(file)) continue
    mkdirSync(dirname(join(directory, file)), { recursive: true })
    cpSync(join(project, file), join(directory, file))
  }
  symlinkSync(join(project, 'node_modules'), join(directory, 'node_modules'))

  for (const folder of ['languages', 'pages']) {
    const english = join(directory, folder, 'en')
    const pseudo = join(directory, folder, 'xx')
    mkdirSync(pseudo)
    for (const name of readdirSync(english)) {
      const text = readFileSync(join(english, name), 'utf8')
      const translated = name.endsWith('.json')
        ? JSON.stringify(mapTexts(JSON.parse(text), accentMessage))
        : accentMarkdown(text)
      writeFileSync(join(pseudo, name), translated)
    }
  }
  const previews = join(directory, 'languages/previews')
  cpSync(join(previews, 'en.png'), join(previews, 'xx.png'))
  edit(join(directory, 'languages/languages.ts'), (source) =>
    source.replace(/^ {2}de: .*$/m, "$&\n  xx: { name: 'Ẋẋ', locale: 'xx' },"),
  )
  edit(join(directory, 'server/config/catalogue.json'), (source) =>
    source.replaceAll(
      /"en": ("(?:[^"\\]|\\.)*")/g,
      (entry, text: string) =>
        `${entry}, "xx": ${JSON.stringify(accent(JSON.parse(text) as string))}`,
    ),
  )
}

function edit(file: string, change: (source: string) => string) {
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}

function mapTexts(tree: unknown, map: (text: string) => string): unknown {
  if (typeof tree === 'string') return map(tree)
  const entries = Object.entries(tree as object).map(([key, value]) => [key, mapTexts(value, map)])
  return Object.fromEntries(entries)
}

function accent(text: string): string {
  return text
    .split(new RegExp(`(${sameEverywhere.source})`))
    .map((part) => (sameEverywhere.test(part) ? part : part.replaceAll(/[a-z]/gi, accentLetter)))
    .join('')
}

function accentLetter(letter: string): string {
  return accented[plain.indexOf(letter)] ?? letter
}

/** Everything except tags, the names of arguments, and their formats. */
function accentMessage(message: string): string {
  const tokens =
    message.match(/'\{[^']*'|<[^>]*>|\{\w+, \w+, ::\w+\}|\{\w+\}|\{\w+, \w+,|[{}]|[^{}<']+|'/g) ??
    []
  let depth = 0
  let result = ''
  for (const token of tokens) {
    const isSelector = depth % 2 === 1 && token !== '{' && token !== '}'
    if (/^\{\w+, \w+,$/.test(token) || token === '{') depth++
    if (token === '}') depth--
    const isSyntax = isSelector || /^(?:<|\{|\})/.test(token)
    // After a selector, a single word in braces is a text.
    const isWord = isSelector && /^\{\w+\}$/.test(token)
    result += isSyntax && !isWord ? token : accent(token)
  }
  return result
}

/** Everything except the addresses of links. */
function accentMarkdown(source: string): string {
  return source
    .split(/(\]\([^)]*\)|<[^>]*>)/)
    .map((part) => (/^(?:\]\(|<)/.test(part) ? part : accent(part)))
    .join('')
}
