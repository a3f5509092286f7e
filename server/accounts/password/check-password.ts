import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { limits } from '#contract/limits.ts'
import { ApiError } from '#server/core/api-error.ts'

const commonCount = 3_000

/** Fewer letters than this beside the words of `contextWords`, and a password is easy to guess. */
const ownLetters = 4

let common: Promise<Set<string>> | undefined

/**
 * Refuses the 3,000 most common passwords that are long enough to be chosen, in any case, and those that are hardly more
 * than the product's name or the address of the account, with digits and signs around it.
 *
 * @throws ApiError `password_common`, `password_guessable`
 */
export async function checkPassword(password: string, email: string): Promise<void> {
  common ??= readCommonPasswords()
  const folded = password.toLowerCase()
  if ((await common).has(folded)) throw new ApiError('password_common')
  const rest = contextWords(email).reduce((left, word) => left.replaceAll(word, ' '), folded)
  if (rest === folded) return
  const letters = rest.match(/\p{L}/gu) ?? []
  if (letters.length < ownLetters) throw new ApiError('password_guessable')
}

/** The product's name, and the words of an address from four letters on, longest first. */
function contextWords(email: string): string[] {
  const folded = email.toLowerCase()
  const words = ['promptshelf', ...folded.split('@'), ...folded.split(/[^\p{L}\p{N}]+/u)]
  return words
    .filter((word) => word.length >= 4)
    .toSorted((one, other) => other.length - one.length)
}

/** Read rather than imported: a module would keep all 49,000 entries in memory. */
async function readCommonPasswords(): Promise<Set<string>> {
  const list = import.meta.resolve('@zxcvbn-ts/language-common/src/passwords.json')
  const byFrequency = JSON.parse(await readFile(fileURLToPath(list), 'utf8')) as string[]
  const choosable = byFrequency.filter((password) => password.length >= limits.passwordMinLength)
  return new Set(choosable.slice(0, commonCount))
}
