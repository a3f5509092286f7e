import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import compileMessage from 'icu-minify/compile'
import { strToU8, zipSync } from 'fflate'
import { defineConfig, type Plugin } from 'vite'
import { languageCodes } from './languages/languages.ts'
import { browserNotices, oldestBrowsers } from './scripts/build/browser-notices.ts'
import { extensionCatalogues, extensionPackages } from './scripts/build/extension-packages.ts'
import { importIcons } from './scripts/build/import-icons.ts'
import { packProgram } from './scripts/build/pack-program.ts'
import { serviceWorker } from './scripts/build/service-worker.ts'
import { checkEntryGraphs, splitByEntry } from './scripts/build/split-by-entry.ts'

export default defineConfig({
  plugins: [
    importIcons(),
    browserNotices(),
    react(),
    compiledMessages(),
    packProgram('cli', 'promptshelf.mjs'),
    callsForBrowsers(),
    previewPictures(),
    assistantBundle(),
    extensionPackages(),
    serviceWorker(),
    brotliFiles(),
    paintedPages(),
    checkEntryGraphs(),
    firstPaint(),
  ],
  publicDir: 'web/public',
  // Messages are compiled below, so the browser gets no parser for them.
  resolve: { alias: [{ find: /^use-intl\/format-message$/, replacement: formatOnly() }] },
  css: { modules: { generateScopedName: classNameOf } },
  build: {
    target: Object.entries(oldestBrowsers).map(([name, version]) => name + version),
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/web',
        // By which the server tells browsers what the library loads first.
        manifest: true,
        rolldownOptions: {
          input: ['index.html', 'landing.html', 'shared-prompt.html'],
          // On a slow machine they would greet whoever starts the product for the first time.
          checks: { pluginTimings: false },
          output: {
            // What is needed everywhere is one file: many small ones compress worse.
            codeSplitting: splitByEntry(),
          },
        },
      },
    },
    // The parts of the client that the server runs, bundled with their dependencies.
    ssr: {
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: 'dist/prerender',
        copyPublicDir: false,
        target: 'node26',
        rolldownOptions: {
          checks: { pluginTimings: false },
          input: [
            'web/entries/prerender/render-documents.tsx',
            'web/entries/prerender/render-shared-prompt.tsx',
          ],
        },
      },
    },
    // The command line, as one file that the server serves beside the client's.
    cli: {
      consumer: 'server',
      resolve: { noExternal: true },
      build: {
        outDir: 'dist/web',
        emptyOutDir: false,
        copyPublicDir: false,
        target: 'node20',
        minify: true,
        rolldownOptions: {
          input: 'cli/main.ts',
          checks: { pluginTimings: false },
          output: {
            entryFileNames: 'promptshelf.mjs',
            codeSplitting: false,
            format: 'cjs',
          },
        },
      },
    },
    // The browser extension. `extensionPackages` packs it for each browser.
    extension: {
      consumer: 'client',
      build: {
        outDir: 'dist/extension',
        copyPublicDir: false,
        rolldownOptions: {
          checks: { pluginTimings: false },
          input: {
            popup: 'extension/popup.html',
            settings: 'extension/settings.html',
            save: 'extension/save.html',
            worker: 'extension/worker.ts',
            'insert-text': 'extension/insert/insert-text.ts',
          },
          output: {
            entryFileNames: ({ name }) =>
              ['insert-text', 'worker'].includes(name) ? '[name].js' : 'assets/[name]-[hash].js',
          },
        },
      },
    },
  },
  // Builds all, the client first: it empties the folder.
  builder: {},
  server: {
    port: 5173,
    proxy: { '/api': { target: 'http://127.0.0.1:3000' } },
  },
})

/** A class of a stylesheet: shorter than by default, which every screen's scripts are the shorter for. */
function classNameOf(name: string, file: string): string {
  const path = relative(import.meta.dirname, file)
  return `${name}_${createHash('sha1').update(path).digest('base64url').slice(0, 4)}`
}

function formatOnly() {
  return 'use-intl/format-message/format-only'
}

/**
 * Turns the ICU messages of the catalogues into the form that `format-only` reads. `?with=` names catalogues that
 * come in the same file.
 */
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
    // The texts of the command line have placeholders alone.
    applyToEnvironment: ({ name }) => name !== 'cli',
    transform(source, id) {
      const [, folder = '', name = '', others] =
        /^(.*\/languages\/[\w-]+\/)([\w-]+)\.json(?:\?with=([\w,-]*))?$/.exec(id) ?? []
      if (name === '') return null
      if (others === undefined) {
        return { code: JSON.stringify(compile(JSON.parse(source) as Tree)), map: null }
      }
      const isExtension = this.environment.name === 'extension'
      const tree: Tree = {}
      for (const each of [name, ...others.split(',').filter((other) => other !== '')]) {
        if (isExtension && !extensionCatalogues.includes(each)) continue
        tree[each] = JSON.parse(readFileSync(`${folder}${each}.json`, 'utf8')) as Tree
      }
      return { code: JSON.stringify(compile(tree)), map: null, moduleType: 'json' }
    },
  }
}

/** What a call tells the server and the OpenAPI document alone. */
const serverOnly =
  /^ +(?:access|answerAs|effect|errors|identifies|summary|throttle):\s+(?:'.*'|true|\[[^\]]*\]),\n/gm

/** Leaves out of the browser's code what only the server reads. */
function callsForBrowsers(): Plugin {
  return {
    name: 'calls-for-browsers',
    apply: 'build',
    enforce: 'pre',
    transform(source, id) {
      if (!/\/contract\/(?:\w+\/)?[\w-]+\.ts$/.test(id)) return null
      return { code: source.replaceAll(serverOnly, ''), map: null }
    },
  }
}

/** Puts each language's picture for link previews beside the pages. */
function previewPictures(): Plugin {
  return {
    name: 'preview-pictures',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      for (const language of languageCodes) {
        const source = readFileSync(`languages/previews/${language}.png`)
        this.emitFile({ type: 'asset', fileName: `preview-${language}.png`, source })
      }
    },
  }
}

/** Puts the command line beside itself as a bundle that desktop assistants install (MCPB). */
function assistantBundle(): Plugin {
  return {
    name: 'assistant-bundle',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'cli',
    generateBundle(_options, bundle) {
      const program = bundle['promptshelf.mjs']
      if (program?.type !== 'chunk') throw new Error('The command line is not one file.')
      const files = {
        'manifest.json': readFileSync('cli/package/manifest.json'),
        'promptshelf.mjs': strToU8(program.code),
      }
      // The same time in every build, so that equal sources make equal files.
      const source = zipSync(files, { level: 9, mtime: '2026-01-01T00:00:00' })
      this.emitFile({ type: 'asset', fileName: 'promptshelf.mcpb', source })
    },
  }
}

/** Writes a brotli copy of every text file, for the server to send as it is. */
function brotliFiles(): Plugin {
  return {
    name: 'brotli-files',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle({ dir }) {
      for (const file of readdirSync(dir ?? '', { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg|json)$/.test(file)) continue
        const path = join(dir ?? '', file)
        writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)))
      }
    },
  }
}

/** The documents that are rendered before their scripts, by the addresses at which the server has them. */
const readable = [
  { file: '/landing.html', address: /^\/(\?|$)/ },
  { file: '/shared-prompt.html', address: /^\/prompt\/shared\// },
]

/** Lets a document that is rendered on the server paint before its scripts are even fetched. */
function paintedPages(): Plugin {
  return {
    name: 'painted-pages',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { path, bundle }) => {
        if (bundle === undefined || path.startsWith('/extension/')) return html
        return readable.some(({ file }) => file === path) ? scriptsAfterPaint(html) : inOrder(html)
      },
    },
    // The app's page for the screens that the server renders.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') return
        const source = scriptsAfterPaint(String(page.source).replace(nextComment, ''))
        this.emitFile({ type: 'asset', fileName: 'public.html', source })
      },
    },
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        const page = readable.find(({ address }) => address.test(request.url ?? ''))
        if (page !== undefined) request.url = page.file
        next()
      })
    },
  }
}

function scriptsAfterPaint(html: string): string {
  const preloads = / *<link rel="modulepreload".*? href="(.*?)".*\n/g
  const entries = / *<script type="module".*? src="(.*?)".*\n/g
  const files = [preloads, entries].flatMap((tags) =>
    [...html.matchAll(tags)].map(([, file]) => file),
  )
  return html
    .replaceAll(entries, '')
    .replaceAll(preloads, '')
    .replace('</body>', () => `  <script>${runWhenPainted(files)}</script>\n  </body>`)
}

const nextComment = '    <!--next-->\n'

/**
 * Puts the files of the app in the order in which a browser with six connections should ask for them. React comes with
 * the first six, and runs while the rest arrives. The comment stands for what the server adds (`list-preloads.ts`).
 */
function inOrder(html: string): string {
  const take = (tags: RegExp) => {
    const found = html.match(tags) ?? []
    html = html.replaceAll(tags, '')
    return found
  }
  const styles = take(/ *<link rel="stylesheet".*\n/g)
  const fonts = take(/ *<link rel="preload".* as="font".*\n/g)
  const [smallest = '', ...scripts] = take(/ *<script type="module".*\n/g)
  const head = [...styles, ...scripts, smallest, ...fonts, nextComment]
  return html.replace('  </head>', () => `${head.join('')}  </head>`)
}

/**
 * Imports the files once the browser reports a paint, or after a second. Each runs in a task of its own, after
 * what it imports, so that a press in between is handled. `data-files` lists what the entry imports next. With
 * `data-waits`, there is nothing to paint.
 */
function runWhenPainted(files: (string | undefined)[]) {
  return `{
const root = document.documentElement
const files = ${JSON.stringify(files)}
const run = async () => {
const { files: next } = root.dataset
for (const href of next ? [...files, ...next.split(' ')] : files)
document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
for (const file of files) {
await import(file)
await new Promise((resolve) => setTimeout(resolve))
}
}
const painted = new Promise((resolve) => {
if (document.hidden || 'waits' in root.dataset) return resolve()
new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })
setTimeout(resolve, 1000)
})
painted.then(run)
}`
}

/**
 * Inlines the script that runs before the first paint: fetching it would delay the paint. The server's security
 * policy allows it by its hash.
 */
function firstPaint(): Plugin {
  const script = readFileSync('web/public/first-paint.js', 'utf8')
  const code = script.replaceAll(/^ *\/[/*].*\n/gm, '').replaceAll(/^ +/gm, '')
  return {
    name: 'first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace('<script src="/first-paint.js"></script>', () => `<script>${code}</script>`),
    },
  }
}
