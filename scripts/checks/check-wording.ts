// Fails if documentation, English texts, comments or test names use wording that a native speaker would avoid. Add a
// pattern only if it is wrong wherever it occurs: this check knows no exceptions.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
/** The folders and documents that are read. */
const sources = [
  'contract',
  'extension',
  'server',
  'cli',
  'scripts',
  'bench',
  'README.md',
  'CHANGELOG.md',
  'docs',
  'languages/en',
  'tests',
  'web',
]
/** What to write instead, by pattern. A space matches a line break, too. */
const replacements = {
  'said|told|tells?|telling': 'shows, returns, reports, prints, logs or determines',
  'go on|goes on|going on|went on|gone on': 'continue',
  'but for': 'except',
  beside: 'next to',
  'former|formerly': 'previous',
  'anew|afresh': 'again',
  meanwhile: 'in the meantime',
  'no more(?=[.,;:])': 'no longer',
  '(?:log|sign)-ins?': 'login',
  'whoever|whomever': 'anyone who, or a noun',
  nobody: 'no one, or a noun',
  deeds: 'actions',
  'of (?:its|their) own(?=[.,;:)]|\\s(?:that|which|and|in|for|on)\\b)':
    'its own, separate or dedicated',
  'in vain|in step': 'without success, in sync',
  'hence|thus|lest|thereby|hitherto': 'so, or "so that … not"',
  '\\d (?:\\w+ )?an? (?:second|minute|hour|day|week|month|year|request)': 'per',
}
const patterns = Object.entries(replacements).map(
  ([words, instead]) =>
    [new RegExp(`\\b(?:${words.replaceAll(' ', '\\s+')})(?![\\w-])`, 'gi'), instead] as const,
)
/** Comments, and the names of tests. */
const proseOfCode =
  /(?<=^|\s)\/\/ .*|(?<=^|[\s{])\/\*\*?\s[^]*?\*\/|(?<=\b(?:test|it|describe)(?:\.\w+(?:\([^()]*\))?)*\(\s*)(['"`])(?:\\.|(?!\1)[^\\])*\1/gm

const problems = globSync(
  sources.map((folder) => `${folder}{,/**/*.{ts,tsx,mjs,js,css,json,md}}`),
  { cwd: root, exclude: ['**/node_modules', 'tests/fixtures'] },
).flatMap((path) => {
  if (!/\.\w+$/.test(path)) return []
  const source = readFileSync(join(root, path), 'utf8')
  const prose = /\.(?:md|json)$/.test(path) ? source : proseIn(source)
  // Quoted code, keys of JSON and placeholders.
  const words = prose.replace(/```[^]*?```|`[^`\n]*`|"[\w-]+"(?=:)|\{\w+\}/g, blank)
  return patterns.flatMap(([pattern, instead]) =>
    [...words.matchAll(pattern)].map(
      ({ 0: match, index }) =>
        `${path}:${source.slice(0, index).split('\n').length}: "${match.replace(/\s+/g, ' ')}": write ${instead}`,
    ),
  )
})
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)

/** The source with its code blanked, so that positions stay the same. */
function proseIn(source: string) {
  let end = 0
  const kept = [...source.matchAll(proseOfCode)].map((match) => {
    const code = blank(source.slice(end, match.index))
    end = match.index + match[0].length
    return code + match[0].replace(/^\s*(?:\*|\/\/)/gm, (mark) => ' '.repeat(mark.length))
  })
  return kept.join('')
}

/** Keeps line breaks, and separates words. */
function blank(text: string) {
  return text.replace(/[^\n]/g, '|')
}
