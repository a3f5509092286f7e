import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import compileMessage from 'icu-minify/compile'
import { defineConfig, type Plugin } from 'vite'

/**
 * What the landing page, a shared prompt and the screens share. What is missing here draws the router onto
 * these two pages, which then load themselves over and over.
 */
const onEveryPage = new RegExp(
  [
    'rolldown-runtime',
    'preload-helper',
    '/contract/(colors|variables)',
    '/web/messages/[^/]+$',
    '/languages/(languages\\.ts|.*/faults)',
    '/web/app/(connection|early-press|failure-screen|message-screen|not-found-screen)',
    '/web/app/(public-bar|public-links|switches|theme)',
    '/web/plans/(period-choice|plan-cards?|plans\\.rules)\\.',
    '/web/folders/folder-card\\.module',
    '/web/prompts/(fill-in|selected-text|use-field-walk)',
    // So few that another file would cost more.
    '/web/screens/shared-prompt/.*\\.css',
    '/web/ui/(base|bdi|button|class-names|copy-text|fonts|logo|mark|owner-color|switch|toast)\\.',
    'node_modules/(react|react-dom|scheduler|use-intl|icu-minify|lucide-react)/',
  ].join('|'),
)
/** What these pages do without, and a screen either needs at once or has small parts of. */
const inEveryScreen = new RegExp(
  [
    '/contract/',
    '/web/(api|app)/',
    '/web/ui/(?!color-picker|field|long-name|sum-check|toaster|window-width)',
    '/web/accounts/(check-login|get-profile)',
    '/web/prompts/(copy-link|get-prompt|use-loaded-prompt)',
    '/web/folders/list-folders',
    // Of the screen that is opened most, whose frame is on its page already; and of its dialogs, since styles
    // that did not arrive are not asked for again.
    '/web/(editor|folders|prompts|screens/library)/.*\\.css',
    '/web/ui/(color-picker|field|long-name)\\.module\\.css',
    'node_modules/(react-router|@tanstack|zod)/',
  ].join('|'),
)

export default defineConfig({
  plugins: [
    react(),
    compiledMessages(),
    callsForBrowsers(),
    brotliFiles(),
    paintedPages(),
    libraryFiles(),
    firstPaint(),
  ],
  publicDir: 'web/public',
  // Messages are compiled below, so the browser gets no parser for them.
  resolve: { alias: [{ find: /^use-intl\/format-message$/, replacement: formatOnly() }] },
  build: {
    // `light-dark()` and native dialogs that close on a click outside.
    target: ['chrome134', 'firefox141', 'safari18.4'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/web',
        rolldownOptions: {
          input: ['index.html', 'landing.html', 'shared-prompt.html'],
          output: {
            // What is needed everywhere is one file: many small ones compress worse, and cost headers.
            // The landing page and a shared prompt do without the second.
            codeSplitting: {
              groups: [
                { name: 'base', test: onEveryPage, priority: 1 },
                { name: 'app', test: inEveryScreen },
              ],
            },
          },
        },
      },
    },
    // What the server runs of the client, with all that it needs in it.
    ssr: {
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: 'dist/prerender',
        copyPublicDir: false,
        target: 'node26',
        rolldownOptions: {
          input: ['web/app/render-pages.tsx', 'web/prompts/print-unfilled-text.ts'],
        },
      },
    },
  },
  // Builds both.
  builder: {},
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
      if (!/\/languages\/[\w-]+\/[\w-]+\.json$/.test(id)) return null
      return { code: JSON.stringify(compile(JSON.parse(source) as Tree)), map: null }
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
      if (!/\/contract\/\w+\.ts$/.test(id)) return null
      return { code: source.replaceAll(serverOnly, ''), map: null }
    },
  }
}

/** Puts a brotli copy beside every text file, for the server to send as it is. */
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

/** The pages that are documents of their own, by their addresses, as the server has them. */
const readable = [
  { file: '/landing.html', address: /^\/(\?|$)/ },
  { file: '/shared-prompt.html', address: /^\/prompt\/shared\// },
]

/**
 * What a page shows without its scripts is painted before these run, and before those of a page that is there
 * to be read are even asked for.
 */
function paintedPages(): Plugin {
  return {
    name: 'painted-pages',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { path, bundle }) => {
        if (bundle === undefined) return html
        const entry = / *<script type="module".*? src="(.*?)".*\n/
        const preloads = / *<link rel="modulepreload".*? href="(.*?)".*\n/g
        const files = [...html.matchAll(preloads), entry.exec(html)].map((tag) => tag?.[1])
        const isRead = readable.some(({ file }) => file === path)
        return html
          .replace(entry, isRead ? '' : '    <link rel="modulepreload" href="$1" />\n')
          .replaceAll(preloads, isRead ? '' : '$&')
          .replace('</body>', () => `  <script>${runWhenPainted(files)}</script>\n  </body>`)
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

/**
 * When the browser says that it has painted, or after a second where it does not. Each file in a task of its
 * own, so that a press meanwhile is answered; what it imports comes before it in `files`.
 */
function runWhenPainted(files: (string | undefined)[]) {
  return `{
const files = ${JSON.stringify(files)}
const run = async () => {
for (const href of files)
document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
for (const file of files) {
await import(file)
await new Promise((resolve) => setTimeout(resolve))
}
}
const hasPaint = document.getElementById('root').hasChildNodes() && !document.hidden
const painted = new Promise((resolve) => {
if (!hasPaint) return resolve()
new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })
setTimeout(resolve, 1000)
})
painted.then(run)
}`
}

/**
 * Lists the files of the library, the screen that is opened most, in the page, for `first-paint.js` to ask
 * for them along with the code that would ask for them later.
 */
function libraryFiles(): Plugin {
  return {
    name: 'library-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { path, bundle = {} }) => {
        if (path !== '/index.html') return html
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const filesOf = (source: string): string[] => {
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(source))
          if (chunk === undefined) throw new Error(`The build has no ${source}.`)
          const styles = [...(chunk.viteMetadata?.importedCss ?? [])]
          const imported = chunk.imports.flatMap((name) => [
            name,
            ...(chunks.find(({ fileName }) => fileName === name)?.viteMetadata?.importedCss ?? []),
          ])
          return [chunk.fileName, ...styles, ...imported]
            .map((name) => `/${name}`)
            .filter((name) => !html.includes(name))
        }
        // In which it shows prompts.
        const font = Object.keys(bundle).find((name) => /\/geist-mono-[^-]+\.woff2$/.test(name))
        const textsIn = (language: string) =>
          ['shell', 'library', 'prompt'].flatMap((name) =>
            filesOf(`/languages/${language}/${name}.json`),
          )
        const files = {
          all: [
            ...new Set(filesOf('/web/screens/library/library-screen.tsx')),
            ...(font === undefined ? [] : [`/${font}`]),
          ],
          en: textsIn('en'),
          de: textsIn('de'),
        }
        const json = `<script type="application/json" id="library-files">${JSON.stringify(files)}</script>`
        return html.replace('<script src="/first-paint.js">', `${json}\n    $&`)
      },
    },
  }
}

/**
 * Puts the script that runs before the first paint into the pages themselves: to fetch it would hold up
 * just that. The server tells browsers by its hash that it may run.
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
