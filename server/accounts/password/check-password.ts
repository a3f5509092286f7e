import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { limits } from '#contract/limits.ts'
import { ApiError } from '#server/core/api-error.ts'

const commonCount = 3_000

let common: Promise<Set<string>> | undefined

/**
 * Refuses the 3,000 most common passwords that are long enough to be chosen, in any case.
 *
 * @throws ApiError `password_common`
 */
export async function checkPassword(password: string): Promise<void> {
  common ??= readCommonPasswords()
  if ((await common).has(password.toLowerCase())) throw new ApiError('password_common')
}

/** Read rather than imported: a module would keep all 49,000 entries in memory. */
async function readCommonPasswords(): Promise<Set<string>> {
  const list = import.meta.resolve('@zxcvbn-ts/language-common/src/passwords.json')
  const byFrequency = JSON.parse(await readFile(fileURLToPath(list), 'utf8')) as string[]
  const choosable = byFrequency.filter((password) => password.length >= limits.passwordMinLength)
  return new Set(choosable.slice(0, commonCount))
}
