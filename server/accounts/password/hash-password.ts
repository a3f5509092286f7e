import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { ApiError } from '#server/core/api-error.ts'

/**
 * OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. `scripts/serve.mjs` returns the memory to the
 * system immediately. Only tests change it; a stored hash includes its own parameters.
 */
export const hashCost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32

/** Each hash uses memory and one of Node's four worker threads, which files and DNS need as well. */
const maxConcurrent = 2
const maxWaiting = 200

const derive = promisify(argon2)
const waiting: (() => void)[] = []
let running = 0

/**
 * Hashes a password by argon2id, as a PHC string.
 *
 * @throws ApiError `unavailable` while too many hashes wait
 */
export async function hashPassword(password: string): Promise<string> {
  return hashWith(randomBytes(saltBytes), password)
}

/**
 * Hashes several texts like passwords, but with one salt, so that `findHash` costs one hash. Hashes them sequentially,
 * so that logins wait for at most one of them.
 *
 * @throws ApiError `unavailable` while too many hashes wait
 */
export async function hashTogether(texts: readonly string[]): Promise<string[]> {
  const salt = randomBytes(saltBytes)
  const hashes: string[] = []
  for (const text of texts) hashes.push(await hashWith(salt, text))
  return hashes
}

/** Whether a password matches a hash of `hashPassword`. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  return (await findHash(password, [stored])) !== undefined
}

/** The hash that matches a text, out of several with the same salt. */
export async function findHash(
  text: string,
  [first, ...others]: readonly string[],
): Promise<string | undefined> {
  if (first === undefined) return undefined
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(first)
  if (parts === null) throw new Error('A stored password is not an argon2id hash.')
  const [, memory, passes, parallelism, salt = '', hash = ''] = parts
  const actual = await withSlot(() =>
    derive('argon2id', {
      message: text,
      nonce: Buffer.from(salt, 'base64'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: Buffer.from(hash, 'base64').length,
    }),
  )
  return [first, ...others].find((stored) => {
    const expected = Buffer.from(stored.slice(stored.lastIndexOf('$') + 1), 'base64')
    return expected.length === actual.length && timingSafeEqual(actual, expected)
  })
}

async function hashWith(salt: Buffer, text: string): Promise<string> {
  const hash = await withSlot(() =>
    derive('argon2id', { ...hashCost, message: text, nonce: salt, tagLength: hashBytes }),
  )
  return toStored(salt, hash)
}

/** Whether a stored hash has other parameters than the current ones. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(prefix())
}

/** A hash that no password matches, but that takes as long to check as a real one. */
export function noPassword(): string {
  return toStored(Buffer.alloc(saltBytes), Buffer.alloc(hashBytes))
}

async function withSlot<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < maxConcurrent) running++
  else {
    if (waiting.length >= maxWaiting) throw new ApiError('unavailable')
    // The finished hash hands its slot to the next one, so `running` does not change.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next === undefined) running--
    else next()
  }
}

/** A hash as a PHC string. */
function toStored(salt: Buffer, hash: Buffer): string {
  return `${prefix()}${unpadded(salt)}$${unpadded(hash)}`
}

/** The prefix of hashes with the current parameters. */
function prefix(): string {
  const { memory, passes, parallelism } = hashCost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
