import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '#server/core/api-error.ts'
import { refuseCostly } from '#server/core/json-limits.ts'

/**
 * Accepts only JSON as a body, and only if it is safe to process: not compressed, in UTF-8, not nested too deeply,
 * without more values than any call needs, and without keys that could change an object's prototype.
 *
 * @param check throws an error for a text that must not be parsed
 */
export function acceptOnlyJson(app: FastifyInstance, check = refuseCostly): void {
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
