import { ShortName } from './schemas.ts'
import { limits } from './limits.ts'

/** Whether a text fits the rule of short names. */
export function isShortName(text: string): boolean {
  return ShortName.safeParse(text).success
}

const spelled: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
}

/** Returns the short name closest to a text; null if none of its characters can be in one. */
export function toShortName(text: string): string | null {
  const spelledOut = text
    // A name has at most 200 code points. Each can become several.
    .slice(0, 4 * limits.nameLength)
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[äöüßæœøđł]/g, (letter) => spelled[letter] ?? '')
    .normalize('NFD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
  return cutName(spelledOut, limits.shortNameLength) || null
}

/**
 * Returns the beginning of short names for a search: `rev` for `/rev` and for `Rev`, `code-rev` for `code rev`;
 * undefined if no short name can match.
 */
export function toShortNameStart(search: string): string | undefined {
  const start = search.trim().toLowerCase().replace(/^\//, '').replaceAll(/\s+/g, '-')
  return start.length <= limits.shortNameLength && /^[a-z0-9][a-z0-9-]*$/.test(start)
    ? start
    : undefined
}

/** Cuts a name to a length, and removes hyphens at its ends. */
function cutName(name: string, length: number): string {
  return name.replace(/^-/, '').slice(0, length).replace(/-$/, '')
}

/** Leaves room for a hyphen and a number. */
const stemLength = limits.shortNameLength - 8

/** The stem of a numbered short name: `review` for `review-2`. */
export function stemOf(name: string): string {
  return cutName(name.replace(/-\d+$/, ''), stemLength)
}

/**
 * Returns the name if it is free, else with the first free number from 2: `review-2`. `taken` has those of these names
 * that are taken: the name, the stem, and names that begin with it and a hyphen.
 */
export function toFreeShortName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  // The number of `gpt-4` is part of its name, unless there is a `gpt`.
  const stem = taken.has(stemOf(name)) ? stemOf(name) : cutName(name, stemLength)
  const isTaken = (number: number) => taken.has(`${stem}-${number}`)
  // In doubling steps, since an import can bring thousands of one name.
  let [last, free] = [1, 2]
  while (isTaken(free)) [last, free] = [free, 2 * free - 1]
  while (free - last > 1) {
    const middle = Math.floor((last + free) / 2)
    if (isTaken(middle)) last = middle
    else free = middle
  }
  return `${stem}-${free}`
}
