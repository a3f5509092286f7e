import { convertVariables, findOtherForms } from '#contract/variables/other-forms/other-forms.ts'
import { applyChanges } from '#contract/variables/variable-edits.ts'

/** The maximum length that fits on a card, in characters. */
const longest = 60
const frontMatter = /^---\n([\s\S]*?)\n---(?:\n|$)/
const namedInFrontMatter = /^(?:title|name):\s*["']?(.+?)["']?\s*$/im
/** Quotes, brackets of variables, and emphasis. */
const anywhere = /["„“”«»{}[\]*_`]/g
/** Markers of headings, lists and quotations. */
const marksBefore = /^(?:[#>*\-–•=~'(<\s]|\d+[.)])+/
const role =
  /^(?:i want you to |please |bitte )?(?:act as|you are|you're|du bist|handle als|agiere als)(?: an?| the| eine?| der| die| das)?\s+/i

/** Proposes a prompt's title from its first line with words; empty if there is none. */
export function proposeTitle(text: string): string {
  const plain = text.replaceAll(/\r\n?/g, '\n').trimStart()
  const [head, fields] = frontMatter.exec(plain) ?? []
  const named = fields && namedInFrontMatter.exec(fields)?.[1]
  if (named) return shorten(named.trim())
  const lines = plain.slice(head?.length ?? 0).split('\n', 200)
  const line = lines.find((one) => /\p{L}{2}/u.test(one)) ?? ''
  const bare = applyChanges(line, convertVariables(findOtherForms(line)).changes)
    .replaceAll(anywhere, '')
    .replace(marksBefore, '')
    .replace(role, '')
  const [sentence = ''] = bare.split(/(?<=[^.\s]{2})[.!?:;](?:\s|$)/)
  const title = shorten(sentence.trim())
  return title.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}

/** Cuts after the last word that fits. */
function shorten(text: string): string {
  const characters = Array.from(text.replaceAll(/\s+/g, ' '))
  if (characters.length <= longest) return characters.join('')
  const cut = characters.slice(0, longest).join('')
  return cut.replace(/\s\S*$/, '').replace(/[,;:–-]+$/, '')
}
