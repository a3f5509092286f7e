import * as z from 'zod/mini'
import { toStoredColor } from './colors.ts'
import type { ErrorCode } from './errors.ts'
import { limits } from './limits.ts'

/** The error of a schema, as one of our codes: the answer to a failed check carries it. */
export function code(error: ErrorCode): ErrorCode {
  return error
}

/** What a database takes and gives back unchanged: no NUL, no half of a surrogate pair. */
export const storable = z.refine<string>((text) => text.isWellFormed() && !text.includes('\0'), {
  error: code('invalid_characters'),
  abort: true,
})

/** Text with line ends as `\n`, otherwise as it came. */
export function multilineText(maxLength: number, tooLong: ErrorCode) {
  return z.string().check(
    storable,
    // Before the line ends, each of which may come as two characters.
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

/** Six hex digits with or without `#`; comes out as it is stored. */
export const Color = z
  .string(code('color_invalid'))
  .check(
    z.regex(/^#?[0-9a-f]{6}$/i, { error: code('color_invalid'), abort: true }),
    z.overwrite(toStoredColor),
  )

/** The id of what users make. One that is not a UUID at all is, for its caller, just not there. */
export const Id = z
  .string(code('invalid_request'))
  .check(z.regex(/^[0-9a-f-]{36}$/i, code('not_found')), z.toLowerCase())

/** A folder's id; null or missing is the root. */
export const FolderIdOrRoot = z.nullish(Id)

/** A moment: ISO 8601 in UTC. */
export const Moment = z.string()

export const NoInput = z.object({})

/** The answer of a call that has nothing to tell. */
export const Success = z.object({ status: z.literal('success') })

/**
 * Whoever sends a request to make something again, since the answer did not come, sends the same one, which
 * no other request has: what the first has made is not made again then.
 */
export const Attempt = z.optional(
  z.string().check(z.regex(/^[0-9a-f]{32}$/, code('invalid_request'))),
)

/** The answer of a call that creates something. */
export const Created = z.extend(Success, { id: z.string() })

/** Every failure, whatever its status. */
export const Failure = z.object({
  status: z.literal('error'),
  code: z.string(),
  msg: z.string(),
  /** After how many seconds it is worth trying again, where that is known; as in `Retry-After`. */
  retryAfter: z.optional(z.number()),
  /** The number that was exceeded, where it depends on the plan. */
  limit: z.optional(z.number()),
})
