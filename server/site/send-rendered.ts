import { brotliDecompressSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodingOf } from '#server/http/request-language.ts'
import type { RenderedPage } from '#server/site/render-pages.ts'

/** Sends a page that was rendered when the server started, as it is kept where the reader takes that. */
export function sendRendered(
  request: FastifyRequest,
  reply: FastifyReply,
  page: RenderedPage,
): FastifyReply {
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('content-language', page.language)
    .header('vary', 'Accept-Encoding, Accept-Language, Cookie')
  if (encodingOf(request) !== 'br') return reply.send(brotliDecompressSync(page.brotli))
  return reply.header('content-encoding', 'br').send(page.brotli)
}
