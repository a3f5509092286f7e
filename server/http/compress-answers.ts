import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { encodingOf } from '#server/http/request-language.ts'

/** Compressing an answer of fewer bytes takes longer than it saves. */
const threshold = 4096
/** The highest quality takes a hundred times as long and saves another tenth. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const compress = {
  br: (payload: string | Buffer) => promisify(brotliCompress)(payload, quality),
  gzip: (payload: string | Buffer) => promisify(gzip)(payload),
}

/** Compresses long answers: a list of 200 prompts is 90 kB, and 20 kB as brotli. */
export function compressAnswers(api: FastifyInstance): void {
  api.addHook('onSend', (request, reply, payload, done) => {
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (!isWhole || payload.length < threshold) return done(null, payload)
    reply.header('vary', 'accept-encoding')
    const encoding = encodingOf(request)
    if (encoding === undefined) return done(null, payload)
    reply.header('content-encoding', encoding)
    compress[encoding](payload).then((packed) => done(null, packed), done)
  })
}
