import * as z from 'zod/mini'

/**
 * Schemas of the answer fields from which clients build paths, addresses and keys. A client trusts no server, so these
 * allow the alphabet of a field only. They are wider than the schemas of requests: an older client must read answers of
 * a newer server, whose limits may differ.
 */

/**
 * A word from a list that a newer server may extend: clients show unknown words as they are. Only for words that are
 * shown, searched for or sent back. Words that determine a client's behaviour stay enums, and an answer with another
 * word is rejected: what a user consents to and how it was requested, the state of a run, the period of a price, why
 * factors are off. To extend those, a newer server adds a field.
 */
export function openEnum<const Word extends string>(words: readonly Word[]) {
  return z.union([z.enum(words), z.string()])
}

/** The id of a folder, a prompt or a deletion. */
export const GivenId = z.string().check(z.regex(/^[0-9A-Za-z][\w-]{0,99}$/))

/** The short name of a prompt. */
export const GivenShortName = z.string().check(z.regex(/^(?!.{201})[a-z0-9]+(?:-[a-z0-9]+)*$/))

/** An address that may be opened in a browser. */
export const WebAddress = z.string().check(z.regex(/^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^/]/))
