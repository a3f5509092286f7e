/** Separators, invisible characters, and characters that an operating system forbids. */
const forbidden = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d|com[¹²³]|lpt[¹²³]|conin\$|conout\$)(?:\.|$)/i
const longest = 60

/** Turns a name into one that is valid for files and folders on every operating system. */
export function toFileName(name: string): string {
  const plain = name.normalize('NFC').replaceAll(forbidden, '-').replaceAll(/\s+/g, ' ')
  const short = [...plain.trim()].slice(0, longest).join('')
  // Windows drops trailing dots and spaces, and leading dots hide a file.
  const safe = short.replace(/[. ]+$/, '').replace(/^[. ]+/, (dots) => '_'.repeat(dots.length))
  if (safe === '') return '_'
  return reserved.test(safe) || isHidden(safe) ? `_${safe}` : safe
}

/** Returns a function that numbers repeated names in a folder, comparing them without case. */
export function uniqueNames() {
  const used = new Set<string>()
  /** The last number used for each name, so that many equal names do not take quadratic time. */
  const counts = new Map<string, number>()
  return function unique(name: string, ending = ''): string {
    const requested = keyOf(name + ending)
    for (let count = (counts.get(requested) ?? 0) + 1; ; count++) {
      const one = count === 1 ? name + ending : `${name} (${count})${ending}`
      const key = keyOf(one)
      if (used.has(key)) continue
      used.add(key)
      counts.set(requested, count)
      return one
    }
  }
}

function keyOf(name: string): string {
  return name.toUpperCase().toLowerCase()
}

/** Whether a name belongs to metadata of operating systems or tools. */
export function isHidden(name: string): boolean {
  return /^(?:\.git|\.obsidian|\.trash|\.vscode|\.DS_Store|\._.*|__MACOSX|node_modules|Thumbs\.db|desktop\.ini)$/.test(
    name,
  )
}
