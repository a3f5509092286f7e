import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '#server/core/api-error.ts'

const maxDepth = 32

/**
 * Accepts only JSON as a body, and only if it is safe to process: not compressed, in UTF-8, not nested too
 * deeply, and without keys that could change an object's prototype.
 *
 * @param check throws an error for a text that is not to be parsed
 */
export function acceptOnlyJson(app: FastifyInstance, check = refuseNested): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (body.length === 0) return done(null, undefined)
      try {
        const text = readText(request, body)
        check(text)
        void parse(request, text, done)
      } catch (error) {
        done(error as Error)
      }
    },
  )
}

/** @throws ApiError `unsupported_media_type`, `invalid_characters` */
function readText({ headers }: FastifyRequest, body: Buffer): string {
  const { 'content-encoding': encoding = 'identity' } = headers
  if (encoding !== 'identity') throw new ApiError('unsupported_media_type')
  if (!isUtf8(body)) throw new ApiError('invalid_characters')
  return body.toString('utf8')
}

/** @throws ApiError `invalid_request` */
export function refuseNested(text: string): void {
  if (isNestedDeeperThan(maxDepth, text)) throw new ApiError('invalid_request')
}

/** Stops at the first bracket that exceeds the limit. */
export function isNestedDeeperThan(limit: number, json: string): boolean {
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const unit = json[at]
    if (unit === '"') at = endOfString(json, at)
    else if (unit === '{' || unit === '[') {
      if (++depth > limit) return true
    } else if (unit === '}' || unit === ']') depth--
  }
  return false
}

/**
 * Whether a text holds more values than `limit`: items of lists and members of objects, counted by the commas and brackets
 * outside of strings. Stops at the first one that exceeds the limit.
 */
export function hasMoreValuesThan(limit: number, json: string): boolean {
  let count = 0
  for (let at = 0; at < json.length; at++) {
    const unit = json[at]
    if (unit === '"') at = endOfString(json, at)
    else if ((unit === ',' || unit === '{' || unit === '[') && ++count > limit) return true
  }
  return false
}

function endOfString(json: string, from: number): number {
  let at = from + 1
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}
