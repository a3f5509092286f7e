import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import compileMessage from 'icu-minify/compile'
import { defineConfig, type Plugin } from 'vite'

const inEveryScreen =
  /rolldown-runtime|\/contract\/|\/web\/(api|ui\/(button|class-names|dialog|logo))|node_modules\/(react|react-dom|scheduler|react-router|@tanstack|use-intl|zod)\//

export default defineConfig({
  plugins: [react(), compiledMessages(), brotliFiles()],
  publicDir: 'web/public',
  // Messages are compiled below, so the browser gets no parser for them.
  resolve: { alias: [{ find: /^use-intl\/format-message$/, replacement: formatOnly() }] },
  build: {
    outDir: 'dist/web',
    // `light-dark()` and native dialogs that close on a click outside.
    target: ['chrome134', 'firefox141', 'safari18.4'],
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What every screen needs is one file: many small ones compress worse, and cost headers.
        codeSplitting: {
          groups: [{ name: 'base', test: inEveryScreen }],
        },
      },
    },
    reportCompressedSize: false,
  },
  server: {
    port: 5173,
    proxy: { '/api': { target: 'http://127.0.0.1:3000' } },
  },
})

function formatOnly() {
  return 'use-intl/format-message/format-only'
}

/** Turns the ICU messages of the catalogues into the form that `format-only` reads. */
function compiledMessages(): Plugin {
  type Tree = { [key: string]: string | Tree }
  const compile = (tree: Tree): object =>
    Object.fromEntries(
      Object.entries(tree).map(([key, value]) => [
        key,
        typeof value === 'string' ? compileMessage(value) : compile(value),
      ]),
    )
  return {
    name: 'compiled-messages',
    enforce: 'pre',
    transform(source, id) {
      if (!/\/web\/messages\/\w+\/\w+\.json$/.test(id)) return null
      return { code: JSON.stringify(compile(JSON.parse(source) as Tree)), map: null }
    },
  }
}

/** Puts a brotli copy beside every text file, for the server to send as it is. */
function brotliFiles(): Plugin {
  return {
    name: 'brotli-files',
    apply: 'build',
    writeBundle({ dir }) {
      for (const file of readdirSync(dir ?? '', { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg|json)$/.test(file)) continue
        const path = join(dir ?? '', file)
        writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)))
      }
    },
  }
}
