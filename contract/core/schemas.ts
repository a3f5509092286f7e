import * as z from 'zod/mini'
import { toStoredColor } from '#contract/core/colors.ts'
import { GivenId } from './answers.ts'
import type { ErrorCode } from './errors.ts'
import { limits } from '#contract/core/limits.ts'

/** Marks an error code as the message of a schema's check, for the answer to invalid input. */
export function code(error: ErrorCode): ErrorCode {
  return error
}

/** Text that both databases store unchanged: no NUL, no lone surrogate. */
export const storable = z.refine<string>((text) => text.isWellFormed() && !text.includes('\0'), {
  error: code('invalid_characters'),
  abort: true,
})

/** Text with line endings as `\n`, otherwise unchanged. */
export function multilineText(maxLength: number, tooLong: ErrorCode) {
  return z.string().check(
    storable,
    // Before line endings are normalised: each may be two characters.
    z.maxLength(2 * maxLength, { error: code(tooLong), abort: true }),
    z.overwrite((text) => text.replaceAll(/\r\n?/g, '\n')),
    z.maxLength(maxLength, code(tooLong)),
  )
}

/** The name of a folder or prompt, trimmed. */
export const Name = z
  .string(code('name_missing'))
  .check(
    storable,
    z.trim(),
    z.minLength(1, code('name_missing')),
    z.maxLength(limits.nameLength, code('name_too_long')),
  )

/** The short name of a prompt, by the rule of Agent Skills: `a-z`, `0-9` and single hyphens, none at an end. */
export const ShortName = z
  .string(code('short_name_invalid'))
  .check(
    z.maxLength(limits.shortNameLength, { error: code('short_name_invalid'), abort: true }),
    z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, code('short_name_invalid')),
  )

/** Six hex digits with or without `#`; the output is the stored form. */
export const Color = z
  .string(code('color_invalid'))
  .check(
    z.regex(/^#?[0-9A-Fa-f]{6}$/, { error: code('color_invalid'), abort: true }),
    z.overwrite(toStoredColor),
  )

// OpenAPI cannot express the flags of regular expressions.
const idFormat = /^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/

/** The id of a folder or prompt. Anything but a UUID is `not_found`. */
export const Id = z
  .string(code('invalid_request'))
  .check(z.regex(idFormat, { error: code('not_found'), abort: true }), z.toLowerCase())

/** A folder's id; null or missing is the root. */
export const FolderIdOrRoot = z.nullish(Id)

/** The secret in a share link: 128 random bits in base64url. An invalid form causes the same error as a wrong key. */
export const ShareKey = z
  .string(code('invalid_request'))
  .check(z.regex(/^[\w-]{22}$/, code('not_found')))

/** The folder to move something into: its id, or `root`. An empty id counts as missing. */
export const Destination = z.union(
  [
    z.literal('root'),
    z.string().check(
      z.minLength(1, { abort: true }),
      // Without `abort`, so that its code is the union's.
      z.regex(idFormat, code('not_found')),
      z.toLowerCase(),
    ),
  ],
  code('destination_missing'),
)

/** A time: ISO 8601 in UTC. */
export const Moment = z.string()

/** The number of a version, a positive 32-bit integer. */
export const VersionNumber = z
  .number(code('invalid_request'))
  .check(
    z.refine(
      (number) => Number.isInteger(number) && number >= 1 && number < 2 ** 31,
      code('invalid_request'),
    ),
  )

/** 0: no; 1: yes. */
export const Flag = z.union([z.literal(0), z.literal(1)])

export const NoInput = z.object({})

/** The answer of a call without content. */
export const Success = z.object({ status: z.literal('success') })

/**
 * The idempotency key of a creation: a retry with the same key and input returns what the first request
 * created.
 */
export const Attempt = z.optional(
  z.string().check(z.regex(/^[0-9a-f]{32}$/, code('invalid_request'))),
)

/** The answer of a creation. */
export const Created = z.extend(Success, { id: GivenId })

/** The answer of a deletion. `trashId` is the id to restore it with. */
export const Trashed = z.extend(Success, { trashId: z.string() })

/** The answer of every call that fails. */
export const Failure = z.object({
  status: z.literal('error'),
  code: z.string(),
  msg: z.string(),
  /** Seconds after which a retry may succeed, if known; as in `Retry-After`. */
  retryAfter: z.optional(z.number()),
  /** The limit that was exceeded, if it depends on the plan. */
  limit: z.optional(z.number()),
  /** A free value similar to the one that is taken. */
  proposal: z.optional(z.string()),
  /** The part of the user's address that occurs in the password. */
  word: z.optional(z.string()),
  /** The path of the invalid value in the input, such as `variables[0].options`; empty for the whole input. */
  path: z.optional(z.string()),
})
