import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { limits } from '#contract/core/limits.ts'
import { ApiError } from '#server/core/api-error.ts'

/** Common passwords that are refused as they are, and common ones that are also refused with a few digits and signs. */
const commonCount = 3_000
const commonWordCount = 10_000

/** With fewer digits and signs than this around a common word, a password is easy to guess. */
const ownSigns = 6

/**
 * With fewer characters than this besides parts of the address, or fewer letters among them, a password is easy to
 * guess.
 */
const ownCharacters = 8
const ownLetters = 4

let common: Promise<{ passwords: Set<string>; words: Set<string> }> | undefined

/**
 * Refuses common passwords in any case, common words with a few digits and signs around them, and passwords that hardly
 * differ from the product's name or a part of the address.
 *
 * @throws ApiError `password_common`, `password_guessable`, `password_has_our_name`
 */
export async function checkPassword(password: string, email: string): Promise<void> {
  common ??= readCommon()
  const folded = password.toLowerCase()
  checkContext(folded, email.toLowerCase())
  const { passwords, words } = await common
  if (passwords.has(folded)) throw new ApiError('password_common')
  const word = folded.replace(/^\P{L}+/u, '').replace(/\P{L}+$/u, '')
  if (folded.length - word.length < ownSigns && words.has(spell(word))) {
    throw new ApiError('password_common')
  }
}

function checkContext(folded: string, email: string): void {
  let rest = folded
  const found: string[] = []
  for (const word of contextWords(email)) {
    if (!rest.includes(word)) continue
    rest = rest.replaceAll(word, ' ')
    found.push(word)
  }
  const [word] = found
  const own = rest.replaceAll(/\s/gu, '')
  const letters = own.match(/\p{L}/gu) ?? []
  if (word === undefined || own.length >= ownCharacters || letters.length >= ownLetters) return
  if (word === ourName) throw new ApiError('password_has_our_name')
  throw new ApiError('password_guessable', { word })
}

const ourName = 'promptshelf'

/** The product's name, and the words of an address with at least four letters, longest first. */
function contextWords(email: string): string[] {
  return [ourName, ...email.split('@'), ...email.split(/[^\p{L}\p{N}]+/u)]
    .filter((word) => word.length >= 4)
    .toSorted((one, other) => other.length - one.length)
}

/** Read rather than imported: a module would keep all 62,000 entries in memory. */
async function readCommon() {
  const passwords = await readList(
    import.meta.resolve('@zxcvbn-ts/language-common/src/passwords.json'),
  )
  const germanWords = await readList(
    import.meta.resolve('@zxcvbn-ts/language-de/src/commonWords.json'),
  )
  const choosable = passwords.filter((password) => password.length >= limits.passwordMinLength)
  const words = [...passwords.slice(0, commonWordCount), ...germanWords]
    .filter((word) => /^\p{L}{4,}$/u.test(word))
    .map((word) => spell(word.toLowerCase()))
  return { passwords: new Set(choosable.slice(0, commonCount)), words: new Set(words) }
}

async function readList(address: string): Promise<string[]> {
  return JSON.parse(await readFile(fileURLToPath(address), 'utf8'))
}

/** Spells German letters as on other keyboards. */
function spell(word: string): string {
  return word
    .replaceAll('ß', 'ss')
    .replaceAll(/[äöü]/gu, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter] ?? letter)
}
