import * as z from 'zod/mini'

/**
 * Schemas of answers, for what clients build paths, addresses and keys from. A client trusts no server, so these allow the
 * alphabet of a field only. They are wider than the schemas of requests: an older client must read answers of a newer
 * server, whose limits may differ.
 */

/**
 * One of several words, to which a newer server may add: clients show a word that they do not know as it is. For words that
 * are only shown, looked for, or sent back. Those that a client acts by stay enums, and an answer with another word is
 * refused: what a user consents to and how it was asked for, the state of a run, the period of a price, why factors are off.
 * Where these grow, a newer server adds a field.
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
