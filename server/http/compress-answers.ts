import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Below, an answer fits into what is sent anyway, and compressing takes longer than it saves. */
const threshold = 4096

/** Sends long answers compressed: a list of 200 prompts is 90 kB, and 20 as brotli. */
export async function compressAnswers(api: FastifyInstance): Promise<void> {
  await api.register(compress, {
    threshold,
    // Answers alone: what comes in is never unpacked, so a small request cannot become a large one.
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    customTypes: /^application\/json/,
    // The highest would take a hundred times as long for a tenth less.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
}
