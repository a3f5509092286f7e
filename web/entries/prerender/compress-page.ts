import { brotliCompressSync, constants } from 'node:zlib'

const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }

/** Brotli in base64: once for many readers, but while the server starts. */
export function compressPage(html: string): string {
  return brotliCompressSync(html, { params }).toString('base64')
}
