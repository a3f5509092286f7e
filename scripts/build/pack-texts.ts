import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import type { Plugin } from 'vite'

const catalogue = /^#(languages\/[\w-]+\/[\w-]+\.json)$/
const packed = /^\0packed:(.*)\.js$/

/**
 * Packs the catalogues of texts that an environment imports: they are the largest part of the command line, which is one file,
 * and only those of one language are read. A catalogue is unpacked when the first of its entries is.
 */
export function packTexts(environment: string): Plugin {
  return {
    name: 'pack-texts',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === environment,
    resolveId(source) {
      const [, path] = catalogue.exec(source) ?? []
      return path === undefined ? null : `\0packed:${path}.js`
    },
    load(id) {
      const [, path] = packed.exec(id) ?? []
      if (path === undefined) return null
      this.addWatchFile(path)
      const texts = JSON.stringify(JSON.parse(readFileSync(path, 'utf8')))
      return `import { brotliDecompressSync } from 'node:zlib'
let texts
const read = () =>
  (texts ??= JSON.parse(brotliDecompressSync(Buffer.from('${brotliCompressSync(texts).toString('base64')}', 'base64')).toString()))
export default new Proxy({}, {
  get: (_, key) => read()[key],
  ownKeys: () => Object.keys(read()),
  getOwnPropertyDescriptor: (_, key) => ({ value: read()[key], enumerable: true, configurable: true }),
})`
    },
  }
}
