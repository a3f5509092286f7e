import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '#server/core/api-error.ts'

const maxDepth = 32

/**
 * Accepts only JSON as a body, and only if it is safe to process: not compressed, in UTF-8, not nested too
 * deeply, and without keys that could change an object's prototype.
 */
export function acceptOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      const { 'content-encoding': encoding = 'identity' } = request.headers
      if (encoding !== 'identity') return done(new ApiError('unsupported_media_type'))
      if (body.length === 0) return done(null, undefined)
      if (!isUtf8(body)) return done(new ApiError('invalid_characters'))
      const text = body.toString('utf8')
      if (isNestedDeeperThan(maxDepth, text)) return done(new ApiError('invalid_request'))
      void parse(request, text, done)
    },
  )
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

function endOfString(json: string, from: number): number {
  let at = from + 1
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}
