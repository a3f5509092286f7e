import { toPlainText } from '#contract/variables/variables.ts'

/** A run of invisible characters, with a few words around it. */
export type InvisiblePlace = {
  /** The title of the prompt or other item that contains it. */
  title: string
  before: string
  /** The characters as code points. Letters hidden as Unicode tags are spelled out, in quotation marks. */
  shown: string
  after: string
}

type Texts = { name: string; prompt: string } & Record<string, unknown>

/** Returns all texts of a prompt, the body without markup. */
export function* textsOf({ name: title, prompt, ...others }: Texts) {
  yield { title, text: title }
  yield { title, text: any.test(prompt) ? toPlainText(prompt) : prompt }
  for (const text of stringsIn(Object.values(others))) yield { title, text }
}

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) yield* stringsIn(inner)
  }
}

export type Invisible = {
  /** The number of characters, in code points. */
  count: number
  /** At most `placesShown`. */
  places: InvisiblePlace[]
}

const placesShown = 50
const lettersAround = 40
/** The maximum length of a place's characters, as shown. */
const mostShown = 1000

/** Bidi controls, zero-width characters, and Unicode tags. */
const invisible = String.raw`\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}`
const any = new RegExp(`[${invisible}]`, 'u')
const every = new RegExp(`[${invisible}]`, 'gu')

/** Scripts whose words are written with joiners. */
const joining = ['Arab', 'Syrc', 'Mong', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya']
  .concat(['Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr'])
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('')

/** Visible sequences: a joined emoji, a flag of a part of Britain, a joiner within a word. Then invisible runs. */
const runs = new RegExp(
  [
    String.raw`(?<seen>(?<=[\p{ExtPict}\p{EMod}\uFE0F])\u200D(?=\p{ExtPict})`,
    String.raw`\u{1F3F4}\u{E0067}\u{E0062}[\u{E0061}-\u{E007A}]{3}\u{E007F}`,
    String.raw`(?<=[${joining}])[\u200C\u200D](?=[${joining}]))`,
    `[${invisible}]+`,
  ].join('|'),
  'gu',
)

/**
 * Finds characters that people do not see, but models read. They may be accidental, hide instructions, or change the
 * visible order of a text.
 */
export function findInvisible(texts: Iterable<{ title: string; text: string }>): Invisible {
  const found: Invisible = { count: 0, places: [] }
  for (const { title, text } of texts) {
    if (!any.test(text)) continue
    for (const { 0: run, index, groups } of text.matchAll(runs)) {
      if (groups?.['seen'] !== undefined) continue
      found.count += [...run].length
      if (found.places.length >= placesShown) continue
      found.places.push({
        title,
        before: lettersBefore(text, index),
        shown: toShown(run.slice(0, mostShown)),
        after: lettersAfter(text, index + run.length),
      })
    }
  }
  return found
}

function lettersBefore(text: string, end: number): string {
  const from = Math.max(0, end - 2 * lettersAround)
  const seen = visible(text.slice(from, end).replace(/^[\uDC00-\uDFFF]/, ''))
  const shown = seen.slice(-lettersAround).join('')
  return from > 0 || seen.length > lettersAround ? `…${shown}` : shown
}

function lettersAfter(text: string, from: number): string {
  const end = from + 2 * lettersAround
  const seen = visible(text.slice(from, end).replace(/[\uD800-\uDBFF]$/, ''))
  const shown = seen.slice(0, lettersAround).join('')
  return end < text.length || seen.length > lettersAround ? `${shown}…` : shown
}

/** Returns the visible code points. */
function visible(text: string): string[] {
  // Made well-formed first: removing the characters between two halves could join them into an invisible one.
  return [...text.toWellFormed().replaceAll(every, '').replaceAll(/\s+/g, ' ')]
}

function toShown(run: string): string {
  const parts: string[] = []
  let hidden = ''
  const end = () => {
    if (hidden !== '') parts.push(`“${hidden}”`)
    hidden = ''
  }
  for (const character of run) {
    const code = character.codePointAt(0) ?? 0
    if (code >= 0xe0020 && code <= 0xe007e) hidden += String.fromCodePoint(code - 0xe0000)
    else {
      end()
      parts.push(`U+${code.toString(16).toUpperCase().padStart(4, '0')}`)
    }
  }
  end()
  return parts.join(' ')
}
