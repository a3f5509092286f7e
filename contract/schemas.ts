import * as z from 'zod/mini'
import { toStoredColor } from './colors.ts'
import type { ErrorCode } from './errors.ts'
import { limits } from './limits.ts'

/** Makes an error code the message of a schema's check, for the answer to carry it. */
export function code(error: ErrorCode): ErrorCode {
  return error
}

/** What both databases store unchanged: no NUL, no lone surrogate. */
export const storable = z.refine<string>((text) => text.isWellFormed() && !text.includes('\0'), {
  error: code('invalid_characters'),
  abort: true,
})

/** Text with line ends normalised to `\n`. */
export function multilineText(maxLength: number, tooLong: ErrorCode) {
  return z.string().check(
    storable,
    // Before normalising, a line end may be two characters.
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

/** Six hex digits with or without `#`, normalised to the stored form. */
export const Color = z
  .string(code('color_invalid'))
  .check(
    z.regex(/^#?[0-9a-f]{6}$/i, { error: code('color_invalid'), abort: true }),
    z.overwrite(toStoredColor),
  )

/** The id of a folder or prompt. What is not a UUID is simply not found. */
export const Id = z
  .string(code('invalid_request'))
  .check(z.regex(/^[0-9a-f-]{36}$/i, code('not_found')), z.toLowerCase())

/** A folder's id; null or missing is the root. */
export const FolderIdOrRoot = z.nullish(Id)

/** A point in time: ISO 8601 in UTC. */
export const Moment = z.string()

export const NoInput = z.object({})

/** The answer of a call without a result. */
export const Success = z.object({ status: z.literal('success') })

/**
 * An idempotency key. A client that retries a request to create something, because the answer got lost,
 * sends the same key, and the server does not create it twice.
 */
export const Attempt = z.optional(
  z.string().check(z.regex(/^[0-9a-f]{32}$/, code('invalid_request'))),
)

/** The answer of a call that creates something. */
export const Created = z.extend(Success, { id: z.string() })

/** The answer of every call that fails, with any status of 400 and above. */
export const Failure = z.object({
  status: z.literal('error'),
  code: z.string(),
  msg: z.string(),
  /** Seconds after which a retry may succeed, where that is known; as in `Retry-After`. */
  retryAfter: z.optional(z.number()),
  /** The number that was exceeded, where it depends on the plan. */
  limit: z.optional(z.number()),
})
