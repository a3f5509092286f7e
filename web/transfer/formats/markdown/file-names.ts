import { isHidden } from '#web/transfer/reading/limits.ts'

/** No separators, nothing that a system refuses or that is not seen. */
const refused = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d|com[¹²³]|lpt[¹²³]|conin\$|conout\$)(?:\.|$)/i
const longest = 60

/** What a file or folder can be called on any system. */
export function toFileName(name: string): string {
  const plain = name.normalize('NFC').replaceAll(refused, '-').replaceAll(/\s+/g, ' ')
  const short = [...plain.trim()].slice(0, longest).join('')
  // Windows drops dots and spaces at the end; at the beginning, dots hide.
  const safe = short.replace(/[. ]+$/, '').replace(/^[. ]+/, (dots) => '_'.repeat(dots.length))
  if (safe === '') return '_'
  return reserved.test(safe) || isHidden(safe) ? `_${safe}` : safe
}

/** Gives each name of a folder once, for systems that do not tell upper from lower case. */
export function uniqueNames() {
  const used = new Set<string>()
  /** How often a name was asked for: with many of one name, each would be tried again. */
  const counts = new Map<string, number>()
  return function unique(name: string, ending = ''): string {
    const asked = keyOf(name + ending)
    for (let count = (counts.get(asked) ?? 0) + 1; ; count++) {
      const one = count === 1 ? name + ending : `${name} (${count})${ending}`
      const key = keyOf(one)
      if (used.has(key)) continue
      used.add(key)
      counts.set(asked, count)
      return one
    }
  }
}

function keyOf(name: string): string {
  return name.toUpperCase().toLowerCase()
}
